import numpy as np
import pytest

from featureshift.methods.graphnet.expected_f1 import LEAST, best_cut


def test_the_cut_has_the_highest_expected_f1_of_all_choices(rng):
    """By the truth drawn many times from the probabilities themselves."""
    probabilities = np.sort(rng.beta(0.4, 0.8, 30))[::-1]
    truths = rng.random((20_000, 30)) < probabilities
    hits = np.cumsum(truths, axis=1)
    f1 = 2 * hits / (np.arange(1, 31) + np.maximum(truths.sum(axis=1, keepdims=True), 1))
    chosen = (probabilities > best_cut(probabilities)).sum()
    assert f1.mean(axis=0)[chosen - 1] >= f1.mean(axis=0).max() - 0.003


def test_clear_verdicts_are_cut_in_the_middle():
    assert best_cut(np.array([0.0, 1.0, 1.0, 0.0])) == 0.5


@pytest.mark.parametrize("doubtful", [0.08, 0.3])
def test_many_unlikely_columns_are_not_flagged_for_the_sake_of_one(doubtful):
    assert best_cut(np.array([0.9] + [doubtful] * 200)) == pytest.approx(LEAST)
