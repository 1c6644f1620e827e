import numpy as np
import pytest

from featureshift.errors import UnknownNameError
from featureshift.methods.baselines._shared.gaussian import Gaussian
from featureshift.methods.baselines._shared.moments import Moments
from featureshift.methods.baselines.mb_sm import MBSM, fisher_divergence


def known_gaussian(rng, d=4):
    factor = rng.normal(size=(d, d)) + np.eye(d)
    covariance = factor @ factor.T
    return Gaussian(rng.normal(size=d), np.linalg.inv(covariance)), covariance


def test_divergence_is_the_mean_squared_difference_of_scores(rng):
    (p, _), (q, _) = known_gaussian(rng), known_gaussian(rng)
    rows = rng.normal(size=(300, 4))
    expected = np.square(p.scores(rows) - q.scores(rows)).mean(axis=0)
    np.testing.assert_allclose(fisher_divergence(p, q, Moments.of(rows)), expected)


def test_divergence_has_the_closed_form_for_known_gaussians(rng):
    """Mean of |(Lp (x - mp) - Lq (x - mq))_j|^2 over x ~ p, from many rows and from p itself."""
    (p, covariance), (q, _) = known_gaussian(rng), known_gaussian(rng)
    change, offset = p.precision - q.precision, q.precision @ (p.mean - q.mean)
    closed = np.diag(change @ covariance @ change) + offset**2
    exact = fisher_divergence(p, q, Moments(p.mean, covariance, 0.0))
    np.testing.assert_allclose(exact, closed)
    rows = rng.multivariate_normal(p.mean, covariance, size=200_000)
    np.testing.assert_allclose(fisher_divergence(p, q, Moments.of(rows)), closed, rtol=0.03)


def test_localizer_estimates_the_closed_form(rng):
    """A mean shift by delta of one of two independent unit Gaussians, in marginal units."""
    reference, query = rng.normal(size=(2, 50_000, 2))
    query[:, 0] += 1.0
    pooled_variance = 1 + 0.25
    scores = MBSM(unit="marginal").localize(reference, query, n_shifted=1).scores
    np.testing.assert_allclose(scores, [pooled_variance, 0], rtol=0.05, atol=0.01)


def test_conditional_unit_ranks_the_shuffled_column_above_its_precise_neighbor(rng):
    """x1 and x2 nearly determine each other; x0 is related to x1 and is what was shuffled."""

    def table(n):
        x0 = rng.normal(size=n)
        x1 = x0 + rng.normal(size=n)
        return np.column_stack([x0, x1, x1 - 0.9 * x0 + 0.1 * rng.normal(size=n)])

    reference, query = table(3000), table(3000)
    query[:, 0] = rng.permutation(query[:, 0])
    assert MBSM(unit="marginal").localize(reference, query).scores.argmax() != 0
    scores = MBSM().localize(reference, query).scores
    assert scores.argmax() == 0


def test_unknown_unit_is_refused():
    with pytest.raises(UnknownNameError):
        MBSM(unit="meter")
