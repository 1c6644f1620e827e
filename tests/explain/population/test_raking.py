import numpy as np

from featureshift.explain.population.cells import Cells
from featureshift.explain.population.raking import cut, raked, strata, thinned, uncovered, worth

from .people import more_young, pairs_of


def test_weights_make_the_drivers_agree(rng):
    columns = pairs_of(*more_young(rng))
    margins = strata([cut(columns["age"]), cut(columns["sex"])])
    weights = raked(margins)
    assert weights.mean() == 1
    for margin in margins[-2:]:
        shares = np.bincount(margin.reference, weights, margin.size) / len(weights)
        wanted = np.bincount(margin.query, minlength=margin.size) / len(margin.query)
        np.testing.assert_allclose(shares, wanted, atol=0.002)


def test_rows_that_the_query_has_not_weigh_nothing():
    weights = raked([Cells(np.array([0, 0, 1]), np.array([1, 1]), 2)])
    assert weights.tolist() == [0.0, 0.0, 3.0]


def test_values_without_reference_are_uncovered():
    margin = Cells(np.array([0, 0, 0, 0]), np.array([0, 1, 1, 0]), 2)
    assert uncovered([margin]) == 0.5


def test_equal_weights_are_worth_all_rows():
    assert worth(np.full(8, 0.5)) == 8
    assert worth(np.array([1.0, 0.0, 0.0])) == 1


def test_thinned_rows_are_as_if_drawn_along_the_drivers(rng):
    columns = pairs_of(*more_young(rng))
    weights = raked(strata([cut(columns["age"])]))
    kept = thinned(weights, rng)
    assert kept.sum() > 500
    wanted = columns["age"].query.mean()
    assert abs(columns["age"].reference[kept].mean() - wanted) < 1.5
    assert abs(columns["age"].reference.mean() - wanted) > 5
