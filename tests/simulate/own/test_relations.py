from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate import Scene
from featureshift.simulate.own.relations import part_of, some_rows

from ..effects import among, apply, with_others

SEEDS = range(12)


@pytest.mark.parametrize("name", ["partial-shuffle", "row-lag"])
def test_margins_stay_and_so_do_some_rows(name, continuous):
    shares = []
    for seed in SEEDS:
        new = apply(name, continuous, seed)
        np.testing.assert_array_equal(
            np.sort(new, axis=0), np.sort(continuous.chosen_query, axis=0)
        )
        shares.append((new != continuous.chosen_query).any(axis=1).mean())
    assert 0.15 < min(shares) < 0.5
    assert 0.6 < max(shares) <= 0.9  # E3 and E8 move all


def test_a_partial_shuffle_weakens_all_relations(continuous):
    before = continuous.chosen_query
    new = apply("partial-shuffle", continuous)
    assert (with_others(new, continuous) < with_others(before, continuous)).all()
    assert (among(new) < among(before)).all()
    assert (with_others(new, continuous) > 0.03).all()


def test_late_rows_stay_together(continuous):
    new = apply("row-lag", continuous)
    np.testing.assert_allclose(among(new), among(continuous.chosen_query), atol=1e-6)
    weaker = with_others(continuous.chosen_query, continuous) - with_others(new, continuous)
    assert (weaker > 0.05).all()


def test_the_lag_is_the_same_within_a_block(continuous):
    x, y = continuous.chosen_query[:, 0], apply("row-lag", continuous)[:, 0]
    lag = next(lag for lag in range(1, 51) if (y[lag:] == x[:-lag]).mean() > 0.1)
    moved = np.flatnonzero(y[lag:] == x[:-lag]) + lag
    assert np.array_equal(moved, np.arange(moved[0], moved[-1] + 1))


def test_swapped_columns_all_change_places(continuous):
    orders = set()
    for seed in SEEDS:
        new = apply("swapped-columns", continuous, seed)
        same = (new[:, :, None] == continuous.chosen_query[:, None, :]).all(axis=0)
        assert same.sum(axis=0).tolist() == same.sum(axis=1).tolist() == [1] * 4
        assert not same.diagonal().any()
        orders.add(tuple(same.argmax(axis=1).tolist()))
    assert len(orders) > 2


def test_a_single_swapped_column_is_shuffled_in_part(continuous):
    scene = Scene(continuous.reference, continuous.query, np.array([3]), continuous.categorical)
    np.testing.assert_array_equal(
        apply("swapped-columns", scene, seed=4), apply("partial-shuffle", scene, seed=4)
    )


def test_a_blend_keeps_a_part_of_each_cell(continuous):
    kept = []
    for seed in SEEDS:
        new = apply("blend", continuous, seed)
        np.testing.assert_allclose(new.mean(0), continuous.chosen_query.mean(0), atol=1e-5)
        for x, y in zip(continuous.chosen_query.T, new.T, strict=True):
            kept.append(np.polyfit(x, y, 1)[0])
    assert 0.1 < min(kept) < 0.5  # E3 keeps nothing
    assert 0.7 < max(kept) < 0.95


def test_a_blend_with_a_missing_cell_leaves_the_cell_alone(continuous):
    query = continuous.query.copy()
    query[::2, 1] = np.nan
    scene = Scene(continuous.reference, query, np.array([1]), continuous.categorical)
    new = apply("blend", scene)
    np.testing.assert_array_equal(np.isnan(new[:, 0]), np.isnan(query[:, 1]))
    assert 0.4 < (new[1::2, 0] == query[1::2, 1]).mean() < 0.6


@pytest.mark.parametrize("n_rows", [1, 2, 3, 5, 100])
def test_never_all_rows(n_rows, rng):
    for _ in range(30):
        assert part_of(n_rows, rng) < n_rows
        rows = some_rows(n_rows, rng)
        assert len(set(rows.tolist())) == len(rows) < n_rows
    assert n_rows < 3 or len(some_rows(n_rows, rng)) >= 2
