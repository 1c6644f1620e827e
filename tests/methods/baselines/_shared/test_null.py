import numpy as np
import pytest

from featureshift.methods.baselines._shared.null import null_threshold, reached_level, relabelings


def test_relabelings_keep_the_numbers_of_both_sources(rng):
    labels = relabelings(np.arange(80) >= 30, 20, rng)
    assert labels.shape == (20, 80)
    assert (labels.sum(axis=1) == 50).all()
    assert len(np.unique(labels, axis=0)) == 20


@pytest.mark.parametrize("permutations", [19, 20, 50, 99])
def test_a_further_null_score_exceeds_the_threshold_at_the_level_at_most(rng, permutations):
    trials = [rng.random(permutations + 1) for _ in range(2000)]
    exceeded = np.mean([trial[0] > null_threshold(trial[1:]) for trial in trials])
    assert 0.02 < exceeded < 0.065


def test_too_few_relabelings_give_their_maximum_and_another_level():
    assert null_threshold([3.0, 5.0, 1.0], 0.01) == 5.0
    assert reached_level(3, 0.01) == 0.25
