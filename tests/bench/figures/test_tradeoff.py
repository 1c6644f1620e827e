import numpy as np
import pytest

from featureshift.bench.figures.style import shown
from featureshift.bench.figures.tradeoff import draw_cost, draw_runtime_mean, draw_runtime_median
from featureshift.bench.profiles import overall


def points(axis):
    return np.array([collection.get_offsets()[0] for collection in axis.collections])


@pytest.mark.parametrize(
    ("draw", "center"), [(draw_runtime_mean, "mean"), (draw_runtime_median, "median")]
)
def test_points_are_runtimes_and_scores(basis, draw, center):
    upper, lower = draw(basis).axes
    expected = [overall(basis, method, center) for method in basis.methods]
    np.testing.assert_allclose(points(upper), [(each.seconds, each.f1) for each in expected])
    np.testing.assert_allclose(points(lower), [(each.seconds_max, each.f1) for each in expected])
    assert upper.get_xscale() == "log"
    assert center in upper.get_title("left")


def test_every_point_has_its_name(basis):
    for axis in [*draw_runtime_mean(basis).axes, *draw_cost(basis).axes]:
        assert sorted(text.get_text() for text in axis.texts) == sorted(shown(basis.methods))


def test_cost_is_the_same_for_tables_of_any_length(make_results):
    methods = {"graphnet": 0.9, "mb-sm": 0.5}
    (axis,) = draw_cost(make_results(methods, suites=("methods",)).bases["methods"]).axes
    first, second = (x for x, _ in points(axis))
    assert first == pytest.approx(1e-3 / 4000 * 1e6)  # a millisecond a column of 2 x 2,000 rows
    assert second == pytest.approx(2 * first)
