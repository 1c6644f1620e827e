"""Gross outliers stand out, however few; tails of any weight without a shift do not."""

import numpy as np
import pytest

from featureshift.methods.graphnet.margins.sorted_order import sorted_order
from featureshift.methods.graphnet.margins.tail_contrasts import tail_contrasts

SCORES = ("tail_new", "tail_gone", "tail_more_new", "tail_more_gone", "beyond_new", "beyond_gone")
DRAWS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "heavy": lambda rng, n: rng.standard_cauchy(n),
    "one-sided": lambda rng, n: np.exp(rng.normal(size=n)),
    "bounded": lambda rng, n: rng.random(n),
    "counts": lambda rng, n: rng.poisson(3, n),
    "mostly zero": lambda rng, n: np.where(rng.random(n) < 0.9, 0, rng.exponential(size=n)),
    "rare": lambda rng, n: rng.random(n) < 0.01,
}


def scores(reference, query):
    """Of columns [features, rows], by name."""
    columns = np.concatenate([reference, query], axis=1).astype(np.float32)
    found = dict(tail_contrasts(sorted_order(columns, cut=reference.shape[1])))
    return {name: np.sign(x) * np.expm1(np.abs(x)) for name, x in found.items()}


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("sizes", [(1000, 1000), (100, 3000), (3000, 100), (20, 5000), (30, 30)])
def test_without_a_shift_scores_are_small(rng, draw, sizes):
    tables = (np.array([DRAWS[draw](rng, n) for _ in range(200)]) for n in sizes)
    found = scores(*tables)
    for name in SCORES:
        assert np.sqrt(np.square(found[name]).mean()) < 2.5, name
        assert np.quantile(found[name], 0.99) < 5, name


FAULTS = {
    "factor": lambda x: 30 * x,
    "sign": lambda x: -x,
    "sentinel": lambda x: np.full_like(x, -999),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("draw", ["normal", "one-sided"])
def test_two_per_mille_stand_out(rng, fault, draw):
    reference, query = (DRAWS[draw](rng, (50, 2000)) + 4 for _ in range(2))
    query[:, :4] = FAULTS[fault](query[:, :4])
    found = scores(reference, query)
    assert np.median(found["tail_new"]) > 4
    assert np.median(found["tail_gone"]) < 2


def test_many_values_of_one_table_at_an_end_stand_out(rng):
    reference, query = rng.random(size=(2, 30, 2000))
    query[:, :40] = 1 + 0.001 * rng.random((30, 40))  # hardly beyond the range
    found = scores(reference, query)
    assert (found["beyond_new"] > 5).all()
    assert (found["tail_more_new"] > 5).all()
    assert np.median(found["beyond_gone"]) < 1


def test_reach_says_at_which_end(rng):
    reference, query = rng.normal(size=(2, 1, 500))
    query[0, 0], query[0, 1] = 100, -0.1
    found = scores(reference, query)
    assert found["upper_reach"][0] > 2
    assert abs(found["lower_reach"][0]) < 1


def test_infinite_values_and_empty_columns_are_no_error(rng):
    reference, query = rng.normal(size=(2, 4, 60))
    reference[0], query[1] = np.nan, np.nan
    query[2, 0], reference[3, 0] = np.inf, -np.inf
    for found in scores(reference, query).values():
        assert np.isfinite(found).all()
