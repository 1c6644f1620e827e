import numpy as np
import pytest
from scipy.stats import norm

from featureshift.errors import OptionError, UnknownNameError
from featureshift.localizers.gaussian import (
    MBKS,
    MBSM,
    Gaussian,
    Moments,
    conditional_ks,
    fisher_divergence,
    fit_gaussians,
    normal_ks,
)


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
    scores = MBSM(unit="marginal").localize(reference, query).scores
    np.testing.assert_allclose(scores, [pooled_variance, 0], rtol=0.05, atol=0.01)


def test_conditionals_are_those_of_the_joint(rng):
    gaussian, covariance = known_gaussian(rng)
    row = rng.normal(size=(1, 4))
    mean, width = gaussian.conditionals(row)
    weights = np.linalg.solve(covariance[1:, 1:], covariance[1:, 0])
    given = gaussian.mean[0] + weights @ (row[0, 1:] - gaussian.mean[1:])
    assert mean[0, 0] == pytest.approx(given)
    assert width[0] ** 2 == pytest.approx(covariance[0, 0] - weights @ covariance[1:, 0])


@pytest.mark.parametrize("shift", [0.0, 1e-9, -0.3, 2.0, -40.0])
@pytest.mark.parametrize("ratio", [1.0, 1 + 1e-12, 0.999, 1.3, 0.2, 30.0])
def test_ks_of_two_normals_is_the_numerical_maximum(shift, ratio):
    grid = np.linspace(-120, 120, 2_000_001)
    expected = np.abs(norm.cdf(grid) - norm.cdf(grid, shift, ratio)).max()
    assert normal_ks(np.array(shift), np.array(ratio)) == pytest.approx(expected, abs=1e-6)


def test_conditional_ks_of_equal_gaussians_is_zero(rng):
    gaussian, _ = known_gaussian(rng)
    assert conditional_ks(gaussian, gaussian, rng.normal(size=(20, 4))).tolist() == [0.0] * 4


def test_shrinkage_is_that_of_the_noise(rng):
    wide, long = rng.normal(size=(20, 50)), rng.normal(size=(5000, 50)) @ rng.normal(size=(50, 50))
    assert Moments.of(wide).shrinkage > 0.8
    assert Moments.of(long).shrinkage < 0.05


def test_collinear_and_wide_tables_have_a_precision(rng):
    rows = rng.normal(size=(10, 30))
    for gaussian in fit_gaussians(rows, np.repeat(rows[:, :1], 30, axis=1), ridge=1e-6):
        assert np.isfinite(gaussian.precision).all()
        assert (np.linalg.eigvalsh(gaussian.precision) > 0).all()


@pytest.mark.parametrize("localizer", [MBSM(), MBKS()])
def test_column_permutation_permutes_the_scores(localizer, rng):
    reference, query = (rng.normal(size=(300, 5)).cumsum(axis=1) for _ in range(2))
    order = rng.permutation(5)
    scores = localizer.localize(reference, query).scores
    permuted = localizer.localize(reference[:, order], query[:, order]).scores
    np.testing.assert_allclose(permuted, scores[order], rtol=1e-6)


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


def test_bounded_conditions_are_noted(rng):
    result = MBKS(max_points=50).localize(*rng.normal(size=(2, 100, 3)))
    assert "50 of 200 rows" in {note.code: note.message for note in result.notes}["sampled"]


@pytest.mark.parametrize("options", [{"ridge": 0.0}, {"n_resplits": 3}])
@pytest.mark.parametrize("cls", [MBSM, MBKS])
def test_bad_options_are_refused_at_construction(cls, options):
    with pytest.raises(OptionError):
        cls(**options)


def test_unknown_unit_is_refused():
    with pytest.raises(UnknownNameError):
        MBSM(unit="meter")
