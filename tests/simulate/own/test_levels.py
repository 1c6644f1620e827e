from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate import Scene

from ..effects import apply

SEEDS = range(40)


def column_of(levels, rng, p=None, rows=400):
    table = np.float32(rng.choice(levels, (2 * rows, 1), p=p))
    return Scene(table[:rows], table[rows:], np.array([0]), np.ones(1, bool))


def test_renaming_is_one_to_one_and_changes_something(five_levels):
    for seed in SEEDS:
        new = apply("renamed-levels", five_levels, seed)
        for x, y in zip(five_levels.chosen_query.T, new.T, strict=True):
            pairs = np.unique(np.column_stack([x, y]), axis=0)
            assert len(pairs) == 5
            assert set(pairs[:, 0]) == set(pairs[:, 1])
            assert (x != y).any()


@pytest.mark.parametrize("levels", [[0, 1], [0, 0.5, 1], [0, 0.25, 0.75, 1], [0, 0.3, 0.5, 0.7, 1]])
def test_renaming_is_never_a_negation(levels, rng):
    scene = column_of(levels, rng)
    for seed in range(100):
        new = apply("renamed-levels", scene, seed)
        assert np.abs(new - (1 - scene.chosen_query)).max() > 0.1


def test_two_levels_are_shuffled_in_part(binary):
    new = apply("renamed-levels", binary)
    np.testing.assert_array_equal(new.sum(axis=0), binary.chosen_query.sum(axis=0))
    stays = (new == binary.chosen_query).mean(axis=0)
    assert ((stays > 0.5) & (stays < 1)).all()


def test_merging_leaves_one_level_less(five_levels):
    seen = set()
    for seed in SEEDS:
        new = apply("merged-levels", five_levels, seed)
        for x, y in zip(five_levels.chosen_query.T, new.T, strict=True):
            assert len(np.unique(y)) == 4
            seen.add((float(x[x != y][0]), float(y[x != y][0])))
    assert len(seen) == 20


@pytest.mark.parametrize("levels", [[0, 0.5, 1], [0, 0.7, 1], [0, 0.3]])
def test_merging_is_never_rounding_to_two_levels(levels, rng):
    scene = column_of(levels, rng)
    for seed in SEEDS:
        assert not np.array_equal(apply("merged-levels", scene, seed), apply("E5", scene))


def test_random_levels_replace_a_share_of_any_size(five_levels):
    shares = []
    for seed in SEEDS:
        new = apply("random-levels", five_levels, seed)
        assert np.isin(new, np.unique(five_levels.chosen_reference)).all()
        shares.append((new != five_levels.chosen_query).mean(axis=0))
    assert 0.03 < np.concatenate(shares).min() < 0.1
    assert 0.4 < np.concatenate(shares).max() < 0.7


def test_two_levels_are_never_flipped_equally_often(rng):
    scene = column_of([0, 1], rng, rows=20_000)
    for seed in SEEDS:
        new, old = apply("random-levels", scene, seed), scene.chosen_query
        flips = (new[old == 0] != 0).mean(), (new[old == 1] != 1).mean()
        assert max(flips) > 2 * min(flips)  # E6: both are rho


def test_a_level_becomes_rarer_and_its_cells_go_anywhere(five_levels):
    for seed in SEEDS:
        new = apply("level-share", five_levels, seed)
        for x, y in zip(five_levels.chosen_query.T, new.T, strict=True):
            assert len(np.unique(x[x != y])) == 1
            assert len(np.unique(y)) == 5


def test_among_many_values_a_range_becomes_rarer(continuous):
    shares = []
    for seed in range(10):
        new = apply("level-share", continuous, seed)
        for x, y in zip(continuous.chosen_query.T, new.T, strict=True):
            touched = x[x != y]
            rank = np.searchsorted(np.sort(x), [touched.min(), touched.max()])
            assert np.ptp(rank) <= 0.41 * len(x)
            shares.append((x != y).mean())
    assert min(shares) > 0.003
    assert max(shares) > 0.1


@pytest.mark.parametrize(
    "name", ["renamed-levels", "merged-levels", "random-levels", "level-share"]
)
def test_a_query_without_reference_cells_survives(name):
    query = np.float32([[0], [0.5], [1], [1]])
    scene = Scene(np.full((3, 1), np.nan, np.float32), query, np.array([0]), np.ones(1, bool))
    assert np.isin(apply(name, scene), query).all()


def test_merging_two_levels_leaves_a_constant(binary):
    assert (np.ptp(apply("merged-levels", binary), axis=0) == 0).all()
