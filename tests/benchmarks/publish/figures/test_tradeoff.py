import numpy as np
import pytest

from benchmarks.publish.figures.style import shown
from benchmarks.publish.figures.tradeoff import draw_cost, draw_runtime_mean, draw_runtime_median
from benchmarks.publish.profiles import overall


def points(axis):
    return np.array([collection.get_offsets()[0] for collection in axis.collections])


@pytest.mark.parametrize(
    ("draw", "center"), [(draw_runtime_mean, "mean"), (draw_runtime_median, "median")]
)
def test_points_are_runtimes_and_scores(compared, draw, center):
    upper, lower = draw(compared).axes
    expected = [overall(compared, method, center) for method in compared.methods]
    np.testing.assert_allclose(points(upper), [(each.seconds, each.f1) for each in expected])
    np.testing.assert_allclose(points(lower), [(each.seconds_max, each.f1) for each in expected])
    assert upper.get_xscale() == "log"
    assert center in upper.get_title("left")


def test_every_point_has_its_name(compared):
    for axis in [*draw_runtime_mean(compared).axes, *draw_cost(compared).axes]:
        assert sorted(text.get_text() for text in axis.texts) == sorted(shown(compared.methods))


def test_cost_is_the_same_for_tables_of_any_length(make_results):
    methods = {"graphnet": 0.9, "mb-sm": 0.5}
    (axis,) = draw_cost(make_results(methods, suites=("methods",)).comparisons["methods"]).axes
    first, second = (x for x, _ in points(axis))
    assert first == pytest.approx(1e-3 / 4000 * 1e6)  # a millisecond a column of 2 x 2,000 rows
    assert second == pytest.approx(2 * first)
