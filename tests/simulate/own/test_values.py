from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate import Scene, manipulation_named
from featureshift.simulate.own.values import SmallNoise

from ..effects import apply

SEEDS = range(12)


def squeezed(scene: Scene) -> Scene:
    """The query in the middle, so that next to nothing is clipped."""
    return Scene(scene.reference, 0.49 + scene.query / 50, scene.chosen, scene.categorical)


def ranges(values):
    return np.concatenate(values).min(), np.concatenate(values).max()


def test_a_unit_factor_shrinks_toward_one_end(continuous):
    slopes = []
    for seed in SEEDS:
        for x, y in zip(
            continuous.chosen_query.T, apply("unit-factor", continuous, seed).T, strict=True
        ):
            slope, intercept = np.polyfit(x, y, 1)
            assert intercept == pytest.approx(0, abs=1e-4) or intercept == pytest.approx(
                1 - slope, abs=1e-4
            )
            slopes.append(slope)
    assert np.exp(-3.001) < min(slopes) < 0.1
    assert 0.8 < max(slopes) < np.exp(-0.049)


def test_an_offset_is_one_step_for_all_cells_of_a_column(continuous):
    scene = squeezed(continuous)
    steps = []
    for seed in SEEDS:
        difference = apply("offset", scene, seed) - scene.chosen_query
        assert (difference.std(axis=0) < 1e-6).all()  # E4 steps up in some cells, down in others
        steps.append(difference.mean(axis=0) / scene.chosen_query.std(axis=0))
    low, high = ranges(steps)
    assert -2.01 < low < -1
    assert 1 < high < 2.01


def test_clipping_moves_an_outer_share_to_its_quantile(continuous):
    shares = []
    for seed in SEEDS:
        for x, y in zip(
            continuous.chosen_query.T, apply("clipping", continuous, seed).T, strict=True
        ):
            changed = x != y
            assert len(np.unique(y[changed])) == 1
            assert y[changed][0] in (y.min(), y.max())
            shares.append(changed.mean())
    assert 0.015 < min(shares) < 0.1
    assert 0.25 < max(shares) < 0.41


def test_a_coarser_grid_has_equal_steps_and_three_levels_or_more(continuous):
    counts = []
    for seed in SEEDS:
        for x, y in zip(
            continuous.chosen_query.T, apply("coarser-grid", continuous, seed).T, strict=True
        ):
            levels = np.unique(y)
            steps = np.diff(levels) / np.diff(levels).min()
            np.testing.assert_allclose(steps, np.round(steps), atol=0.01)
            assert (levels[0], levels[-1]) == pytest.approx((x.min(), x.max()))
            counts.append(len(levels))
    assert min(counts) >= 3
    assert 15 < max(counts) <= 40


@pytest.mark.parametrize("levels", [[0, 1], [0, 0.5, 1], [0, 0.1, 0.9, 1], [0, 0.05, 0.1, 1]])
def test_a_coarser_grid_is_never_rounding_to_two_levels(levels, rng):
    column = np.float32(rng.choice(levels, (200, 1)))
    scene = Scene(column, column, np.array([0]), np.zeros(1, bool))
    for seed in SEEDS:
        new = apply("coarser-grid", scene, seed)
        assert np.array_equal(new, column) or len(np.unique(new)) > 2


def test_noise_has_no_fixed_step(continuous):
    scene = squeezed(continuous)
    sizes = []
    for seed in range(40):
        difference = apply("small-noise", scene, seed) - scene.chosen_query
        steps = np.abs(difference[:, 0])
        assert len(np.unique(np.round(steps / steps.max(), 2))) > 20  # E4 has one step
        sizes.append(difference.std(axis=0))
    low, high = ranges(sizes)
    assert low < 0.1 * scene.chosen_query.std(axis=0).max()
    assert high > 0.2


def test_noise_is_folded_back_or_clipped(continuous):
    for share_folded in (0, 1):
        noise = SmallNoise("noise", scale=(0.5, 0.5), share_relative=0, share_folded=share_folded)
        ends = np.isin(noise.new_columns(continuous, np.random.default_rng(0)), (0, 1))
        assert (ends.mean(axis=0) > 0.1).all() == (share_folded == 0)


@pytest.mark.parametrize("name", ["unit-factor", "power-warp"])
def test_the_order_is_kept(name, continuous):
    for seed in SEEDS:
        for x, y in zip(continuous.chosen_query.T, apply(name, continuous, seed).T, strict=True):
            assert (np.diff(y[np.argsort(x)]) >= 0).all()  # E2 turns it around


def test_a_power_bends_both_ways(continuous):
    signs = [apply("power-warp", continuous, seed) - continuous.chosen_query for seed in SEEDS]
    means = np.concatenate([sign.mean(axis=0) for sign in signs])
    assert 0.2 < (means > 0).mean() < 0.8
    assert np.ptp(np.abs(means)) > 0.1


@pytest.mark.parametrize(
    "name", ["unit-factor", "offset", "clipping", "coarser-grid", "small-noise"]
)
def test_they_are_for_numbers(name):
    assert manipulation_named(name).applies_to == {"continuous"}
