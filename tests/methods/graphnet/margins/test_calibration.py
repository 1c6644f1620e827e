import numpy as np
import pytest
from scipy import stats

from featureshift.methods.graphnet.margins.calibration import (
    chi_square_score,
    share_score,
    signed_log,
)


@pytest.mark.parametrize("freedom", [1, 4, 30])
def test_chi_square_scores_are_about_normal(freedom):
    shares = np.array([0.5, 0.95, 0.999])  # the upper tail is what counts
    scores = chi_square_score(stats.chi2.ppf(shares, freedom), freedom)
    assert np.allclose(scores, stats.norm.ppf(shares), atol=0.06)


def test_share_score_is_that_of_two_binomials(rng):
    one, other = (rng.binomial(n, 0.3, 20_000) / n for n in (400, 250))
    scores = share_score(one, other, np.float64(400), np.float64(250))
    assert abs(scores.mean()) < 0.03
    assert abs(scores.std() - 1) < 0.03


def test_signed_log_keeps_sign_and_order():
    x = np.array([-1e6, -2.0, 0.0, 0.1, 5.0, 1e9])
    assert np.array_equal(np.sign(signed_log(x)), np.sign(x))
    assert (np.diff(signed_log(x)) > 0).all()
