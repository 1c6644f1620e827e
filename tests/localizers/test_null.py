import numpy as np
import pytest

from featureshift.errors import OptionError
from featureshift.localizers.null import check_null_options, null_threshold, relabelings


def test_relabelings_start_with_the_sources_and_keep_their_numbers(rng):
    source = np.repeat(np.array([0, 1], np.int8), [30, 50])
    labels = relabelings(source, 20, rng)
    assert labels.shape == (21, 80)
    np.testing.assert_array_equal(labels[0], source == 1)
    assert (labels.sum(axis=1) == 50).all()
    assert len(np.unique(labels, axis=0)) == 21


@pytest.mark.parametrize("permutations", [19, 20, 50, 99])
def test_a_further_null_score_exceeds_the_threshold_at_the_level_at_most(rng, permutations):
    trials = [rng.random(permutations + 1) for _ in range(2000)]
    exceeded = np.mean([trial[0] > null_threshold(trial[1:]) for trial in trials])
    assert 0.02 < exceeded < 0.065


def test_too_few_relabelings_give_their_maximum():
    assert null_threshold([3.0, 5.0, 1.0], 0.01) == 5.0


@pytest.mark.parametrize(("permutations", "level"), [(0, 0.05), (20, 0.0), (20, 1.0)])
def test_bad_options(permutations, level):
    with pytest.raises(OptionError):
        check_null_options(permutations, level)
