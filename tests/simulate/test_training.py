from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate.training import GaussianNoise, PartialNegation, RandomScaling

from .effects import among, apply, with_others


def ratios(columns, scene):
    """[query rows, chosen]: new over old, where old is not too small."""
    old = scene.chosen_query
    return np.where(old > 0.05, columns / np.maximum(old, 0.05), np.nan)


def test_t1_per_value_halves_the_mean(continuous):
    new = RandomScaling("T1", share_per_value=1).new_columns(continuous, np.random.default_rng(0))
    np.testing.assert_allclose(new.mean(0), continuous.chosen_query.mean(0) / 2, rtol=0.05)
    assert (np.nanstd(ratios(new, continuous), axis=0) > 0.25).all()


def test_t1_per_feature_is_one_factor(continuous):
    new = RandomScaling("T1", share_per_value=0).new_columns(continuous, np.random.default_rng(0))
    factors = np.nanmedian(ratios(new, continuous), axis=0)
    np.testing.assert_allclose(new, factors * continuous.chosen_query, rtol=1e-5)
    assert len(np.unique(factors)) == 4
    assert (factors < 1).all()


def test_t1_draws_per_value_and_per_feature_equally_often(continuous):
    spread = [np.nanstd(ratios(apply("T1", continuous, seed), continuous), 0) for seed in range(25)]
    assert 0.35 < np.mean(np.concatenate(spread) > 0.1) < 0.65


def test_t2_per_value_centers_the_mean(continuous):
    new = PartialNegation("T2", share_per_value=1).new_columns(continuous, np.random.default_rng(0))
    np.testing.assert_allclose(new.mean(0), 0.5, atol=0.02)
    assert (np.abs(with_others(new, continuous)) < 0.1).all()


def test_t2_per_feature_is_a_line_between_x_and_its_negation(continuous):
    new = PartialNegation("T2", share_per_value=0).new_columns(continuous, np.random.default_rng(0))
    for x, y in zip(continuous.chosen_query.T, new.T, strict=True):
        slope, intercept = np.polyfit(x, y, 1)
        assert slope == pytest.approx(1 - 2 * intercept, abs=1e-4)
        np.testing.assert_allclose(y, slope * x + intercept, atol=1e-5)
        assert 0 < intercept < 1


def test_t3_keeps_margins_and_breaks_all_correlations(continuous):
    new = apply("T3", continuous)
    for column, margin in zip(new.T, continuous.chosen_reference.T, strict=True):
        assert np.isin(column, margin).all()
        assert len(np.unique(column)) < 0.8 * len(column)  # with replacement: no permutation
    np.testing.assert_allclose(new.mean(0), continuous.chosen_reference.mean(0), atol=0.02)
    assert (np.abs(among(new)) < 0.1).all()
    assert (np.abs(with_others(new, continuous)) < 0.1).all()


def test_t4_moves_the_mean_by_mu_and_adds_the_variance(continuous):
    # The scene squeezed into the middle, so that almost nothing is clamped.
    middle = type(continuous)(
        continuous.reference,
        0.45 + continuous.query / 10,
        continuous.chosen,
        continuous.categorical,
    )
    noise = GaussianNoise("T4", mean=(0.1, 0.1), deviation=(0.05, 0.05))
    difference = noise.new_columns(middle, np.random.default_rng(0)) - middle.chosen_query
    np.testing.assert_allclose(difference.mean(0), 0.1, atol=0.005)
    np.testing.assert_allclose(difference.std(0), 0.05, rtol=0.1)


def test_t4_draws_its_parameters_per_feature_as_the_paper(continuous):
    assert GaussianNoise("T4").mean == (-0.2, 0.2)
    assert GaussianNoise("T4").deviation == (0.001, 0.5)
    new = apply("T4", continuous)
    spreads = (new - continuous.chosen_query).std(0)
    assert spreads.max() > 1.3 * spreads.min()
    assert (new == 0).any()  # clamped


def test_t5_continuous_columns_span_the_unit_interval_and_change(continuous):
    new = apply("T5", continuous)
    np.testing.assert_array_equal(new.min(0), 0)
    np.testing.assert_array_equal(new.max(0), 1)
    assert (np.abs(np.sort(new, 0) - np.sort(continuous.chosen_query, 0)).max(0) > 0.05).all()


def test_t5_is_a_function_of_the_chosen_row(continuous):
    twice = type(continuous)(
        continuous.reference,
        np.concatenate([continuous.query, continuous.query]),
        continuous.chosen,
        continuous.categorical,
    )
    new = apply("T5", twice)
    np.testing.assert_allclose(new[:2000], new[2000:], atol=1e-5)


def test_t5_binary_columns_stay_binary(binary):
    seen = np.concatenate([apply("T5", binary, seed) for seed in range(5)])
    assert set(np.unique(seen)) == {0.0, 1.0}


def test_t6_keeps_the_joint_of_the_chosen_and_breaks_it_with_the_others(continuous):
    new = apply("T6", continuous)
    rows = {row.tobytes() for row in continuous.chosen_reference}
    assert all(row.tobytes() in rows for row in new)
    assert len({row.tobytes() for row in new}) < 0.8 * len(new)
    np.testing.assert_allclose(among(new), among(continuous.chosen_reference), atol=0.06)
    assert (np.abs(with_others(new, continuous)) < 0.1).all()


def test_t7_follows_the_other_columns(continuous):
    new = apply("T7", continuous)
    gain = with_others(new, continuous) - with_others(continuous.chosen_query, continuous)
    assert gain.mean() > 0.02


def test_t8_votes_for_existing_levels(five_levels):
    new = apply("T8", five_levels)
    for column, levels in zip(new.T, five_levels.chosen_reference.T, strict=True):
        assert np.isin(column, levels).all()
    assert (with_others(new, five_levels).mean(1) > 0.5).all()
