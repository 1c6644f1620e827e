from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate import Scene, manipulation_named

from .effects import among, apply, with_others


def scene_of(column):
    """One chosen column beside one other; the reference repeats the query."""
    query = np.column_stack([column, np.zeros_like(column)]).astype(np.float32)
    return Scene(query, query, np.array([0]), np.zeros(2, bool))


def test_e1_is_uniform_and_unrelated(continuous):
    new = apply("E1", continuous)
    deciles = np.quantile(new, np.arange(1, 10) / 10, axis=0)
    np.testing.assert_allclose(deciles, np.tile(np.arange(1, 10)[:, None] / 10, 4), atol=0.04)
    assert (np.abs(with_others(new, continuous)) < 0.1).all()


def test_e2_negates(continuous):
    new = apply("E2", continuous)
    np.testing.assert_array_equal(new, 1 - continuous.chosen_query)
    np.testing.assert_allclose(new.mean(0), 1 - continuous.chosen_query.mean(0), atol=1e-5)


def test_e3_keeps_margins_exactly_and_breaks_all_correlations(continuous):
    new, old = apply("E3", continuous), continuous.chosen_query
    np.testing.assert_array_equal(np.sort(new, 0), np.sort(old, 0))
    assert (among(old) > 0.6).all()
    assert (np.abs(among(new)) < 0.1).all()
    assert (np.abs(with_others(new, continuous)) < 0.1).all()


@pytest.mark.parametrize(("name", "alpha"), [("E4.1", 0.02), ("E4.2", 0.05), ("E4.3", 0.1)])
def test_e4_steps_by_alpha_either_way_and_keeps_the_mean(name, alpha, continuous):
    inner = 0.1 + 0.8 * continuous.query
    scene = Scene(continuous.reference, inner, continuous.chosen, continuous.categorical)
    new, old = apply(name, scene), scene.chosen_query
    np.testing.assert_allclose(np.abs(new - old), alpha, atol=1e-6)
    np.testing.assert_allclose((new > old).mean(0), 0.5, atol=0.05)
    np.testing.assert_allclose(new.mean(0), old.mean(0), atol=0.1 * alpha)


def test_e4_clamps():
    new = apply("E4.3", scene_of(np.tile([0.0, 1.0], 50)))
    assert {0.0, 1.0} < set(new.ravel().tolist())
    assert new.min() == 0
    assert new.max() == 1


def test_e5_rounds_with_ties_to_zero():
    just_above = np.nextafter(np.float32(0.5), np.float32(1))
    new = apply("E5", scene_of(np.array([0, 0.2, 0.5, just_above, 0.9, 1], np.float32)))
    assert new.ravel().tolist() == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(("name", "rho"), [("E6.1", 0.2), ("E6.2", 0.4), ("E6.3", 0.6)])
def test_e6_negates_with_probability_rho(name, rho, binary):
    new, old = apply(name, binary), binary.chosen_query
    assert set(np.unique(new)) == {0.0, 1.0}
    np.testing.assert_allclose((new != old).mean(0), rho, atol=0.05)
    np.testing.assert_allclose(new.mean(0), rho + (1 - 2 * rho) * old.mean(0), atol=0.05)
    # Per value, not per row: two columns are negated together by chance only.
    together = ((new != old)[:, 0] & (new != old)[:, 1]).mean()
    assert together == pytest.approx(rho**2, abs=0.05)


def test_e7_continuous_columns_span_the_unit_interval_and_change(continuous):
    new = apply("E7", continuous)
    np.testing.assert_array_equal(new.min(0), 0)
    np.testing.assert_array_equal(new.max(0), 1)
    assert (np.abs(np.sort(new, 0) - np.sort(continuous.chosen_query, 0)).max(0) > 0.05).all()


def test_e7_is_three_hidden_layers_of_1024():
    assert manipulation_named("E7").hidden == (1024, 1024, 1024)


def test_e7_binary_columns_stay_binary_also_in_a_continuous_table(binary):
    as_continuous = Scene(binary.reference, binary.query, binary.chosen, np.zeros(12, bool))
    for scene in (binary, as_continuous):
        seen = np.concatenate([apply("E7", scene, seed) for seed in range(3)])
        assert set(np.unique(seen)) == {0.0, 1.0}


def test_e8_moves_whole_rows_of_the_chosen(continuous):
    new, old = apply("E8", continuous), continuous.chosen_query
    assert sorted(row.tobytes() for row in new) == sorted(row.tobytes() for row in old)
    np.testing.assert_allclose(among(new), among(old), atol=1e-6)
    assert (np.abs(with_others(new, continuous)) < 0.1).all()


def test_e9_loses_variance_and_follows_the_other_columns(continuous):
    new, old = apply("E9", continuous), continuous.chosen_query
    assert (new.var(0) < 0.95 * old.var(0)).all()
    assert (with_others(new, continuous).mean(1) > with_others(old, continuous).mean(1)).all()


def test_e10_votes_for_existing_levels_and_loses_variance(binary):
    new, old = apply("E10", binary), binary.chosen_query
    assert set(np.unique(new)) == {0.0, 1.0}
    assert (with_others(new, binary).mean(1) > with_others(old, binary).mean(1)).all()
