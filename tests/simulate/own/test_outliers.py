"""Gross values in a few cells."""

import numpy as np
import pytest

from featureshift.simulate import Scene
from featureshift.simulate.own.outliers import Sentinel, WrongFactor

from ..effects import apply

OUTLIERS = ("wrong-factor", "wrong-sign", "sentinel", "beyond-range")
SEEDS = range(25)


def struck(name, scene, seed):
    """Old and new cells of each column that were struck."""
    old, new = scene.chosen_query, apply(name, scene, seed)
    return [(x[x != y], y[x != y]) for x, y in zip(old.T, new.T, strict=True)]


@pytest.mark.parametrize("name", OUTLIERS)
def test_one_cell_in_a_thousand_to_one_in_twenty(name, continuous):
    counts = [len(x) for seed in SEEDS for x, _ in struck(name, continuous, seed)]
    rows = len(continuous.query)
    assert max(counts) <= 0.05 * rows
    assert min(counts) < 0.003 * rows
    assert max(counts) > 0.03 * rows


@pytest.mark.parametrize("name", OUTLIERS)
def test_one_cell_of_a_short_table_at_least(name):
    query = np.float32(np.random.default_rng(0).uniform(0.1, 0.9, (12, 2)))
    scene = Scene(query, query, np.array([0, 1]), np.zeros(2, bool))
    assert ((apply(name, scene) != query).sum(axis=0) == 1).all()


def test_a_factor_carries_cells_far_away(continuous):
    far = [y.max() for seed in SEEDS for _, y in struck("wrong-factor", continuous, seed)]
    assert np.mean(np.array(far) > 2) > 0.8
    assert max(far) > 1000


def test_a_factor_is_about_a_zero_at_the_lowest_value_or_below(continuous):
    only = WrongFactor("factor", factor=(10.0, 10.0), zero_at_lowest=1.0)
    new = only.new_columns(continuous, np.random.default_rng(0))
    ratio = new[continuous.chosen_query > 0] / continuous.chosen_query[continuous.chosen_query > 0]
    assert np.isclose(ratio, 1).mean() >= 0.95
    assert np.isclose(ratio[ratio > 1.1], 10).all()


def test_a_wrong_sign_is_below_everything(continuous):
    for seed in SEEDS:
        for x, y in struck("wrong-sign", continuous, seed):
            assert (y <= 0).all()
            np.testing.assert_allclose(np.ptp(x + y), 0, atol=1e-5)  # one zero for all


def test_a_sentinel_is_one_value(continuous):
    values = [y for seed in SEEDS for _, y in struck("sentinel", continuous, seed)]
    assert all(len(np.unique(y)) == 1 for y in values)
    places = np.array([y[0] for y in values])
    assert (places < 0).mean() > 0.2
    assert (places > 1).mean() > 0.2
    assert Sentinel("s", codes=(-999.0,), span=(10.0, 10.0), zero_at_lowest=1.0).new_columns(
        continuous, np.random.default_rng(0)
    ).min() == pytest.approx(-99.9)


def test_beyond_the_range_is_outside_of_it(continuous):
    sides = []
    for seed in SEEDS:
        for _, y in struck("beyond-range", continuous, seed):
            assert ((y > 1) | (y < 0)).all()
            sides.append((y > 1).mean())
    assert {0.0, 1.0} < set(np.round(sides, 3))
