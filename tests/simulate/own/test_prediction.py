from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate import Scene
from featureshift.simulate.own.prediction import LinearPrediction, predict

from ..effects import apply, with_others

PLAIN = LinearPrediction("plain", share_noisy=0, share_snapped=0, share_partial=0)
RNG = np.random.default_rng


def test_a_linear_column_is_predicted_and_a_random_one_is_its_mean(rng):
    table = rng.random((400, 4), dtype=np.float32)
    table[:, 0] = 0.6 * table[:, 2] + 0.4 * table[:, 3]
    scene = Scene(table[:200], table[200:], np.array([0, 1]), np.zeros(4, bool))
    new, deviations = predict(scene, scene.chosen_reference, np.array([2, 3]))
    np.testing.assert_allclose(new[:, 0], scene.query[:, 0], atol=0.01)
    np.testing.assert_allclose(new[:, 1], 0.5, atol=0.15)
    assert deviations == pytest.approx([0, 0.29], abs=0.03)


def test_predictions_follow_the_other_columns_more_closely(continuous):
    new = PLAIN.new_columns(continuous, RNG(0))
    before = with_others(continuous.chosen_query, continuous)
    assert (with_others(new, continuous) > before).all()
    assert (new.std(axis=0) < continuous.chosen_query.std(axis=0)).all()


def test_noise_gives_back_some_of_the_spread(continuous):
    noisy = LinearPrediction("noisy", share_noisy=1, share_snapped=0, share_partial=0)
    added = noisy.new_columns(continuous, RNG(0)) - PLAIN.new_columns(continuous, RNG(0))
    before = continuous.chosen_query.std(axis=0)
    assert ((added.std(axis=0) > 0.03 * before) & (added.std(axis=0) < before)).all()


def test_snapped_predictions_are_values_of_the_reference(continuous):
    snapping = LinearPrediction("snapping", share_noisy=0, share_snapped=1, share_partial=0)
    new = snapping.new_columns(continuous, RNG(0))
    for column, known in zip(new.T, continuous.chosen_reference.T, strict=True):
        assert np.isin(column, known).all()


def test_partial_predictions_leave_cells_alone(continuous):
    partial = LinearPrediction("partial", share_partial=1)
    same = (partial.new_columns(continuous, RNG(0)) == continuous.chosen_query).mean(axis=0)
    assert (same > 0.15).all()
    assert (same < 0.85).all()


def test_it_is_no_mean_of_five_neighbors(continuous):
    neighbors = apply("E9", continuous)
    assert (PLAIN.new_columns(continuous, RNG(0)) != neighbors).mean() > 0.99


def test_without_other_columns_the_prediction_is_the_mean(rng):
    half = rng.random((50, 2), dtype=np.float32)
    new = PLAIN.new_columns(Scene(half, half, np.array([0, 1]), np.zeros(2, bool)), rng)
    np.testing.assert_allclose(new, np.tile(half.mean(axis=0), (50, 1)), rtol=1e-5)
