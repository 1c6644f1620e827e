import numpy as np
import pytest

from featureshift.errors import OptionError
from featureshift.methods.baselines._shared.gaussian import Gaussian, fit_gaussians, inverse
from featureshift.methods.baselines._shared.moments import Moments
from featureshift.methods.baselines.mb_ks import MBKS
from featureshift.methods.baselines.mb_sm import MBSM


def test_conditionals_are_those_of_the_joint(rng):
    factor = rng.normal(size=(4, 4)) + np.eye(4)
    covariance = factor @ factor.T
    gaussian = Gaussian(rng.normal(size=4), np.linalg.inv(covariance))
    row = rng.normal(size=(1, 4))
    mean, width = gaussian.conditionals(row)
    weights = np.linalg.solve(covariance[1:, 1:], covariance[1:, 0])
    given = gaussian.mean[0] + weights @ (row[0, 1:] - gaussian.mean[1:])
    assert mean[0, 0] == pytest.approx(given)
    assert width[0] ** 2 == pytest.approx(covariance[0, 0] - weights @ covariance[1:, 0])


def test_inverse_is_exact_and_symmetric_and_survives_an_indefinite_matrix(rng):
    rows = rng.normal(size=(50, 8))
    covariance = rows.T @ rows
    np.testing.assert_allclose(inverse(covariance) @ covariance, np.eye(8), atol=1e-9)
    assert (inverse(covariance) == inverse(covariance).T).all()
    np.testing.assert_allclose(inverse(np.diag([1.0, -1e-9])), np.diag([1.0, -1e9]))


def test_collinear_and_wide_tables_have_a_precision(rng):
    rows = rng.normal(size=(10, 30))
    sides = Moments.of(rows), Moments.of(np.repeat(rows[:, :1], 30, axis=1))
    for gaussian in fit_gaussians(*sides, ridge=1e-6):
        assert np.isfinite(gaussian.precision).all()
        assert (np.linalg.eigvalsh(gaussian.precision) > 0).all()


@pytest.mark.parametrize("localizer", [MBSM(), MBKS()])
def test_column_permutation_permutes_the_scores(localizer, rng):
    reference, query = (rng.normal(size=(300, 5)).cumsum(axis=1) for _ in range(2))
    order = rng.permutation(5)
    scores = localizer.localize(reference, query).scores
    permuted = localizer.localize(reference[:, order], query[:, order]).scores
    np.testing.assert_allclose(permuted, scores[order], rtol=1e-6)


@pytest.mark.parametrize("options", [{"ridge": 0.0}, {"n_resplits": 3}, {"time_limit": 0.0}])
@pytest.mark.parametrize("cls", [MBSM, MBKS])
def test_bad_options_are_refused_at_construction(cls, options):
    with pytest.raises(OptionError):
        cls(**options)
