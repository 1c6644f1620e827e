from __future__ import annotations

import numpy as np

from featureshift.simulate import Scene
from featureshift.simulate.own.missing import ImputedCells

from ..effects import apply

SEEDS = range(15)
RNG = np.random.default_rng


def test_a_constant_takes_a_share_of_any_size(continuous):
    shares, values = [], []
    for seed in SEEDS:
        new = apply("constant-fill", continuous, seed)
        for x, y in zip(continuous.chosen_query.T, new.T, strict=True):
            assert len(np.unique(y[x != y])) == 1
            shares.append((x != y).mean())
            values.append(y[x != y][0])
    assert 0.03 < min(shares) < 0.1
    assert 0.7 < max(shares) <= 1
    assert {0.0, 1.0} < set(values)
    assert len(set(values)) > 10


def test_cells_are_lost_whatever_they_hold(continuous):
    shares = []
    for seed in SEEDS:
        lost = np.isnan(apply("lost-cells", continuous, seed))
        shares.append(lost.mean(axis=0))
        means = np.ma.array(continuous.chosen_query, mask=~lost).mean(axis=0)
        np.testing.assert_allclose(means, continuous.chosen_query.mean(axis=0), atol=0.15)
    assert 0.005 < np.concatenate(shares).min() < 0.03
    assert 0.4 < np.concatenate(shares).max() < 0.65


def test_cells_that_are_not_lost_stay(continuous):
    new = apply("lost-cells", continuous)
    kept = ~np.isnan(new)
    np.testing.assert_array_equal(new[kept], continuous.chosen_query[kept])


def test_imputed_cells_hold_the_median_or_the_mean_of_the_reference(continuous):
    before = continuous.chosen_reference
    fills = {False: before.mean(axis=0), True: np.median(before, axis=0)}
    seen, shares = set(), []
    for seed in SEEDS:
        new = apply("imputed-cells", continuous, seed)
        for i, (x, y) in enumerate(zip(continuous.chosen_query.T, new.T, strict=True)):
            (value,) = np.unique(y[x != y])
            seen |= {which for which, fill in fills.items() if np.isclose(fill[i], value)}
            assert min(abs(fill[i] - value) for fill in fills.values()) < 1e-6
            shares.append((x != y).mean())
    assert seen == {False, True}
    assert 0.02 < min(shares) < 0.1
    assert 0.5 < max(shares) < 0.75


def with_holes(scene: Scene) -> Scene:
    query = scene.query.copy()
    query[::4] = np.nan
    return Scene(scene.reference, query, scene.chosen, scene.categorical)


def test_in_some_columns_just_the_missing_cells_are_imputed(continuous):
    scene = with_holes(continuous)
    new = ImputedCells("x", share_missing_only=1).new_columns(scene, RNG(0))
    present = ~np.isnan(scene.chosen_query)
    np.testing.assert_array_equal(new[present], scene.chosen_query[present])
    assert not np.isnan(new).any()


def test_in_others_any_cell_is_imputed(continuous):
    scene = with_holes(continuous)
    new = ImputedCells("x", share_missing_only=0).new_columns(scene, RNG(0))
    present = ~np.isnan(scene.chosen_query)
    filled, changed = ~np.isnan(new[~present]), new[present] != scene.chosen_query[present]
    assert abs(filled.mean() - changed.mean()) < 0.05


def test_without_a_value_in_the_reference_nothing_is_imputed():
    half = np.full((5, 1), np.nan, np.float32)
    scene = Scene(half, half + 0, np.array([0]), np.zeros(1, bool))
    assert np.isnan(apply("imputed-cells", scene)).all()
