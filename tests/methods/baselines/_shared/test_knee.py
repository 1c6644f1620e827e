import numpy as np
import pytest

from featureshift.methods.baselines._shared.knee import knee_count, smooth


@pytest.mark.parametrize("number", [1, 2, 5, 12])
@pytest.mark.parametrize("limit", [25, 100])
def test_a_step_is_found_at_its_foot(number, limit):
    divergence = [0.9] * number + [0.005]
    counts = list(range(number + 1))
    assert knee_count(counts, divergence, limit=limit, tolerance=0.02) == number


def test_a_noisy_tail_adds_nothing(rng):
    divergence = [0.9, 0.85, 0.8, 0.6, *(0.03 + 0.008 * rng.standard_normal(21))]
    counts = list(range(25))
    assert 4 <= knee_count(counts, divergence, limit=25, tolerance=0.02) <= 5


def test_rounds_that_remove_several_columns():
    assert knee_count([0, 5, 10, 12], [1.0, 0.9, 0.0, 0.0], limit=50, tolerance=0.02) == 10


def test_short_searches():
    assert knee_count([0], [0.0], limit=1, tolerance=0.02) == 0
    assert knee_count([0, 1], [0.9, 0.0], limit=1, tolerance=0.02) == 1
    assert knee_count([0, 1], [0.9, 0.0], limit=5, tolerance=0.02) == 1


def test_smoothing_falls_and_stays_above_zero(rng):
    smoothed = smooth(np.linspace(1, 0, 30) + 0.1 * rng.standard_normal(30))
    assert (np.diff(smoothed) <= 0).all()
    assert (smoothed >= 0).all()
