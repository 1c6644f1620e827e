import numpy as np
import pytest
from scipy import stats

from featureshift.methods.baselines._shared.tails import log_chi2_tail, log_f_tail


@pytest.mark.parametrize("freedom", [3.0, 98.0, 19998.0])
def test_f_tail_is_that_of_scipy_where_it_does_not_underflow(freedom):
    f = np.array([0.0, 0.3, 4.0, 50.0, 500.0])
    np.testing.assert_allclose(log_f_tail(f, freedom), np.log(stats.f.sf(f, 1, freedom)), 1e-9)


def test_chi2_tail_is_that_of_scipy_where_it_does_not_underflow():
    x, freedom = np.array([0.0, 1.0, 30.0, 900.0, 2000.0]), np.array([1.0, 2.0, 5.0, 40.0, 900.0])
    np.testing.assert_allclose(log_chi2_tail(x, freedom), stats.chi2.logsf(x, freedom), 1e-9)


def test_beyond_double_precision():
    """Values of mpmath with 40 digits."""
    np.testing.assert_allclose(log_f_tail(np.array([1e6]), 1000.0), -3458.056809897539, rtol=1e-12)
    far = log_chi2_tail(np.array([20000.0]), np.array([1.0]))
    np.testing.assert_allclose(far, -10005.177585122664, rtol=1e-12)


def test_no_jump_where_the_series_takes_over():
    f = np.linspace(1200, 1500, 200)
    assert np.ptp(np.diff(log_f_tail(f, 19998.0))) < 0.01
    assert np.ptp(np.diff(log_chi2_tail(f, np.full(200, 7.0)))) < 0.01


def test_extremes_stay_finite_and_no_freedom_is_no_evidence():
    assert np.isfinite(log_f_tail(np.array([1e19]), 19998.0)).all()
    assert log_chi2_tail(np.array([0.0]), np.array([0.0])).tolist() == [0.0]
