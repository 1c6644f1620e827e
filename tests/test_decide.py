import numpy as np
import pytest

from featureshift.decide import Scale, budget_threshold, decide, q_values
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


def test_q_values_of_probabilities_are_means_of_what_they_leave_open():
    p = np.array([0.2, 0.99, 0.9, 0.6])
    q = q_values(p, np.ones(4, bool), Scale.PROBABILITY)
    np.testing.assert_allclose(q, [1.31 / 4, 0.01, 0.11 / 2, 0.51 / 3])


def test_q_values_rise_as_scores_fall():
    rng = np.random.default_rng(0)
    for scale, scores in (
        (Scale.PROBABILITY, rng.random(200)),
        (Scale.NEGATIVE_LOG_P, rng.exponential(3.0, 200)),
    ):
        q = q_values(scores, np.ones(200, bool), scale)
        assert (np.diff(q[np.argsort(-scores)]) >= 0).all()
        assert 0 <= q.min() <= q.max() <= 1


def test_features_of_equal_scores_have_equal_q_values():
    p = np.array([0.9, 0.5, 0.9, 0.5])
    q = q_values(p, np.ones(4, bool), Scale.PROBABILITY)
    np.testing.assert_allclose(q, [0.1, 0.3, 0.1, 0.3])


def test_q_values_of_p_values_are_those_of_benjamini_and_hochberg():
    p = np.array([0.04, 0.001, 0.03, 0.5])
    q = q_values(-np.log(p), np.ones(4, bool), Scale.NEGATIVE_LOG_P)
    np.testing.assert_allclose(q, [0.16 / 3, 0.004, 0.16 / 3, 0.5])


def test_what_is_not_eligible_has_a_q_value_of_one_and_does_not_count():
    p = np.array([0.04, 1.0, 0.001])
    q = q_values(-np.log(p), np.array([True, False, True]), Scale.NEGATIVE_LOG_P)
    np.testing.assert_allclose(q, [0.04, 1, 0.002])


def test_other_scores_have_no_q_values():
    with pytest.raises(ValueError, match="no q-values"):
        q_values(np.array([0.5]), np.ones(1, bool), Scale.OWN)


@pytest.mark.parametrize("budget", [0.0, 0.01, 0.05, 0.2, 0.5, 1.0])
def test_an_error_budget_flags_as_many_as_keep_within_it(budget):
    p = np.random.default_rng(1).beta(0.3, 0.3, 60)
    eligible = np.ones(60, bool)
    q = q_values(p, eligible, Scale.PROBABILITY)
    threshold = budget_threshold(p, q, budget)
    flagged = decide(p, eligible, threshold=threshold).shifted
    np.testing.assert_array_equal(flagged, q <= budget)


def test_the_promise_is_kept_by_honest_probabilities():
    rng = np.random.default_rng(2)
    wrong = flags = 0
    for _ in range(300):
        p = rng.beta(0.2, 0.6, 40)
        shifted = rng.random(40) < p
        q = q_values(p, np.ones(40, bool), Scale.PROBABILITY)
        flagged = p > budget_threshold(p, q, 0.1)
        wrong, flags = wrong + (flagged & ~shifted).sum(), flags + flagged.sum()
    assert 0.05 < wrong / flags < 0.11
