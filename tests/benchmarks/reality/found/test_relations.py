import numpy as np
import pytest

from benchmarks.reality.found.relations import distance, one_row_late, one_shuffled, product, square


@pytest.mark.parametrize("make", [one_shuffled, one_row_late, product, square, distance])
def test_the_distribution_stays(make):
    case = make(np.random.default_rng(0))
    (name,) = case.shifted
    assert np.array_equal(np.sort(case.query[name]), np.sort(case.untouched[name]))


@pytest.mark.parametrize("make", [one_shuffled, one_row_late])
def test_the_strongest_relation_is_lost(make):
    case = make(np.random.default_rng(0))
    (name,) = case.shifted
    before = case.untouched.corr("spearman")[name].drop(name).abs()
    after = case.query.corr("spearman")[name].drop(name).abs()
    assert before.max() > 0.5
    assert after.max() < 0.3


@pytest.mark.parametrize(
    ("make", "predicted"),
    [
        (product, lambda table: table["x3"] * table["x4"]),
        (square, lambda table: table["x"] ** 2),
        (distance, lambda table: table["x"].abs()),
    ],
)
def test_a_relation_that_no_correlation_of_columns_shows_is_lost(make, predicted):
    case = make(np.random.default_rng(0))
    (name,) = case.shifted
    assert predicted(case.untouched).corr(case.untouched[name]) > 0.7
    assert abs(predicted(case.query).corr(case.query[name])) < 0.2
