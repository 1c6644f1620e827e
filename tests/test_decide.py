import numpy as np
import pytest

from featureshift.decide import decide
from featureshift.errors import OptionError

SCORES = np.array([0.5, 0.9, 0.9, 0.0, 0.7])
ALL = np.ones(5, bool)


def test_shifted_means_above_the_threshold_not_at_it():
    assert decide(SCORES, ALL, threshold=0.7).shifted.tolist() == [False, True, True, False, False]


@pytest.mark.parametrize(
    ("n", "expected"), [(0, []), (1, [1]), (3, [1, 2, 4]), (5, [0, 1, 2, 3, 4])]
)
def test_n_shifted_takes_the_highest_and_breaks_ties_by_position(n, expected):
    decision = decide(SCORES, ALL, threshold=0.0, n_shifted=n)
    assert np.flatnonzero(decision.shifted).tolist() == expected
    assert decision.threshold is None


def test_what_is_not_eligible_is_never_shifted():
    eligible = np.array([True, False, True, True, True])
    assert not decide(SCORES, eligible, threshold=-1).shifted[1]
    assert np.flatnonzero(decide(SCORES, eligible, threshold=0, n_shifted=2).shifted).tolist() == [
        2,
        4,
    ]
    assert decide(SCORES, eligible, threshold=0, n_shifted=5).shifted.sum() == 4


@pytest.mark.parametrize("n", [-1, 6])
def test_n_shifted_out_of_range(n):
    with pytest.raises(OptionError, match="from 0 to the 5 features"):
        decide(SCORES, ALL, threshold=0, n_shifted=n)
