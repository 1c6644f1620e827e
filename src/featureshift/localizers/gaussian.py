"""The model-based conditional tests MB-SM and MB-KS: one Gaussian per table.

The Gaussian says everything about its conditionals through the precision matrix L: the score
d/dx_j log p is -(L (x - mean))_j, and x_j given the others is normal with variance 1 / L_jj and
mean x_j + score_j / L_jj. So all features cost a few matrix products.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from featureshift.errors import UnknownNameError
from featureshift.localizers.base import Localizer, MethodInfo, Scores
from featureshift.localizers.conditional import (
    PAPER,
    Deadline,
    Standardized,
    check_positive,
    check_width,
    sampled_note,
    standardized,
    stopped_note,
)
from featureshift.localizers.resplit import (
    N_RESPLITS,
    Statistic,
    check_resplits,
    cut_of,
    null_maxima,
    random_splits,
    rule_note,
)
from featureshift.tables import Note, Progress, TablePair

Array = NDArray[np.float64]

UNITS = ("conditional", "marginal")
MAX_FEATURES = 20_000
"""Beyond, the handful of [features, features] matrices needs more than 16 GB."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Mean [features] and covariance [features, features] of some rows."""

    mean: Array
    covariance: Array
    shrinkage: float
    """How far the covariance is best moved towards the identity, from 0 to 1."""

    @classmethod
    def of(cls, rows: Array) -> Moments:
        mean = rows.mean(axis=0)
        centered = rows - mean
        covariance = centered.T @ centered / len(rows)
        return cls(mean, covariance, _shrinkage(centered, covariance))


def _shrinkage(centered: Array, covariance: Array) -> float:
    """Ledoit and Wolf (2004), for the identity as target: noise of the entries over distance."""
    n = len(centered)
    squares = np.vdot(covariance, covariance)
    noise = (np.square(np.einsum("ij,ij->i", centered, centered)).mean() - squares) / n
    distance = squares - 2 * np.trace(covariance) + len(covariance)
    return float(np.clip(noise / max(distance, 1e-300), 0.0, 1.0))


@dataclass(frozen=True, eq=False)
class Gaussian:
    mean: Array
    precision: Array

    def scores(self, rows: Array) -> Array:
        """Gradient of the log density at each row, [rows, features]."""
        return (self.mean - rows) @ self.precision

    def conditionals(self, rows: Array) -> tuple[Array, Array]:
        """Mean [rows, features] and standard deviation [features] of x_j given the others."""
        diagonal = np.diag(self.precision)
        return rows + self.scores(rows) / diagonal, 1 / np.sqrt(diagonal)


def fit_gaussians(reference: Array, query: Array, ridge: float) -> tuple[Gaussian, Gaussian]:
    """One Gaussian per table, so that collinear and wide tables have an inverse too.

    Both covariances are moved towards the identity, which is the pooled variance of standardized
    columns, by one and the same share: the larger of the two Ledoit-Wolf shares, at least
    ``ridge``. With a share for each, a difference in sample size would look like a shift.
    """
    moments = [Moments.of(rows) for rows in (reference, query)]
    share = min(max(ridge, *(side.shrinkage for side in moments)), 1.0)
    return shrunken(moments[0], share), shrunken(moments[1], share)


def shrunken(moments: Moments, share: float) -> Gaussian:
    """The Gaussian with these moments, its covariance moved towards the identity."""
    covariance = (1 - share) * moments.covariance
    covariance.flat[:: len(covariance) + 1] += share
    precision = np.linalg.inv(covariance)
    return Gaussian(moments.mean, (precision + precision.T) / 2)


def fisher_divergence(p: Gaussian, q: Gaussian, rows: Moments) -> Array:
    """Mean squared difference of the two scores over rows of which the moments suffice, [features].

    >>> left, right = Gaussian(np.zeros(1), np.eye(1)), Gaussian(np.full(1, 3.0), np.eye(1))
    >>> fisher_divergence(left, right, Moments(np.zeros(1), np.eye(1), 0.0))
    array([9.])
    """
    change = p.precision - q.precision
    at_mean = p.scores(rows.mean[None]) - q.scores(rows.mean[None])
    around: Array = np.einsum("ij,ij->i", change @ rows.covariance, change)
    divergence: Array = np.maximum(around, 0.0) + at_mean[0] ** 2
    return divergence


def normal_ks(shift: Array, ratio: Array) -> Array:
    """Kolmogorov-Smirnov distance between N(0, 1) and N(shift, ratio^2), elementwise.

    The distribution functions are farthest apart where the densities cross:
    (ratio^2 - 1) u^2 + 2 shift u - (shift^2 + 2 ratio^2 log ratio) = 0.

    >>> normal_ks(np.array([0.0, 2.0]), np.array([1.0, 1.0])).round(4)
    array([0.    , 0.6827])
    """
    curve = ratio**2 - 1
    constant = -(shift**2 + 2 * ratio**2 * np.log(ratio))
    root = ratio * np.sqrt(shift**2 + 2 * curve * np.log(ratio))
    # The form of the roots that does not cancel; equal widths send one of them to infinity.
    sum_ = -(shift + np.copysign(root, shift))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        crossings = np.nan_to_num(sum_ / curve), np.nan_to_num(constant / sum_)
        gaps = [np.abs(ndtr(u) - ndtr((u - shift) / ratio)) for u in crossings]
    distance: Array = np.maximum(gaps[0], gaps[1])
    return distance


def conditional_ks(p: Gaussian, q: Gaussian, points: Array) -> Array:
    """Distance of the two conditionals of each feature, averaged over points, [features]."""
    (mean_p, width_p), (mean_q, width_q) = p.conditionals(points), q.conditionals(points)
    shift = (mean_q - mean_p) / width_p
    ratio = np.broadcast_to(width_q / width_p, shift.shape)
    distances: Array = normal_ks(shift, ratio).mean(axis=0)
    return distances


class _GaussianTest(Localizer):
    """Fit, compare, and do the same for random splits of the pooled rows."""

    ridge: float
    n_resplits: int
    time_limit: float | None = None

    @abstractmethod
    def _statistic(
        self, data: Standardized, rng: np.random.Generator
    ) -> tuple[Statistic, tuple[Note, ...]]:
        """What is computed from a split, and notes on what it was computed from."""

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        deadline = Deadline(self.time_limit)
        data = standardized(pair)
        check_width(len(data.active), MAX_FEATURES)
        if not len(data.active):
            return Scores(np.zeros(pair.n_features), 0.0)
        statistic, notes = self._statistic(data, rng)
        observed = statistic(data.is_query)
        splits = random_splits(data.is_query, self.n_resplits, rng)
        maxima = null_maxima(statistic, splits, deadline, progress)
        if len(maxima) < self.n_resplits:
            notes += (stopped_note("every feature was scored, but fewer random splits"),)
        notes += (rule_note(len(maxima), "Gaussians fitted anew to each"),)
        return Scores(data.spread(observed), cut_of(maxima, observed), notes)


class MBSM(_GaussianTest):
    """One Gaussian per table; the score of a feature is their Fisher divergence along it.

    The mean over all pooled rows of (d/dx_j log p - d/dx_j log q)^2: exact, from moments, so that
    a permutation of columns permutes the scores. Sees shifts of means, variances and linear
    relations. Covariances are shrunk, see :func:`fit_gaussians`.

    The divergence has the unit 1 / x_j^2, so it compares features only in a unit common to them.
    With the standard deviation, a column nearly determined by others outranks the shuffled one it
    is related to; with the conditional standard deviation (that of x_j given the others, in the
    pooled rows) the shuffled column itself has the largest divergence.

    >>> rng = np.random.default_rng(0)
    >>> reference, query = (rng.normal(size=(500, 3)).cumsum(axis=1) for _ in range(2))
    >>> query[:, 1] = rng.permutation(query[:, 1])
    >>> MBSM().localize(reference, query, n_shifted=1).shifted_features
    ('x1',)

    Parameters
    ----------
    unit
        "conditional" or "marginal": the standard deviation that x_j is measured in.
    ridge
        The least share by which covariances are moved towards the identity.
    n_resplits
        Random splits of the pooled rows that set the threshold.
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="mb-sm",
        summary="Fisher divergence between the conditionals of two Gaussians",
        paper=PAPER,
        finds_joint_shifts=True,
        needs_n_shifted=True,
        cost="moderate: 40 covariance matrices and their inverses",
    )

    def __init__(
        self, *, unit: str = "conditional", ridge: float = 1e-6, n_resplits: int = N_RESPLITS
    ) -> None:
        if unit not in UNITS:
            raise UnknownNameError("unit", unit, UNITS)
        check_positive(ridge=ridge)
        check_resplits(n_resplits)
        self.unit, self.ridge, self.n_resplits = unit, ridge, n_resplits

    def _statistic(
        self, data: Standardized, rng: np.random.Generator
    ) -> tuple[Statistic, tuple[Note, ...]]:
        del rng  # all rows are used
        pooled = Moments.of(data.rows)
        variance = np.ones(len(pooled.mean))
        if self.unit == "conditional":
            variance = 1 / np.diag(shrunken(pooled, max(self.ridge, pooled.shrinkage)).precision)

        def statistic(is_query: NDArray[np.bool_]) -> Array:
            p, q = fit_gaussians(data.rows[~is_query], data.rows[is_query], self.ridge)
            return fisher_divergence(p, q, pooled) * variance

        return statistic, ()


class MBKS(_GaussianTest):
    """One Gaussian per table; the KS distance of their conditionals, averaged over rows.

    The distance between two normal distributions is known in closed form (:func:`normal_ks`),
    so it is computed rather than estimated from samples of the two: that is what ever larger
    samples would give, without their noise, and for less work. The conditions are rows drawn at
    random, so a permutation of columns permutes the scores only up to that choice (and exactly
    where all rows are used).

    Parameters
    ----------
    max_points
        Condition on at most so many rows of both tables together.
    ridge
        The least share by which covariances are moved towards the identity.
    n_resplits
        Random splits of the pooled rows that set the threshold.
    time_limit
        Seconds after which no further random split is made; scores are complete in any case.
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="mb-ks",
        summary="Kolmogorov-Smirnov distance between the conditionals of two Gaussians",
        paper=PAPER,
        finds_joint_shifts=True,
        needs_n_shifted=True,
        cost="moderate: as mb-sm, and 80 normal distribution functions a point and feature",
        slow=True,
        ignores_row_order=False,
    )

    def __init__(
        self,
        *,
        max_points: int = 1000,
        ridge: float = 1e-6,
        n_resplits: int = N_RESPLITS,
        time_limit: float | None = None,
    ) -> None:
        check_positive(max_points=max_points, ridge=ridge, time_limit=time_limit)
        check_resplits(n_resplits)
        self.max_points, self.ridge = max_points, ridge
        self.n_resplits, self.time_limit = n_resplits, time_limit

    def _statistic(
        self, data: Standardized, rng: np.random.Generator
    ) -> tuple[Statistic, tuple[Note, ...]]:
        n_rows = len(data.rows)
        chosen = rng.permutation(n_rows)[: self.max_points]
        points = data.rows[chosen]

        def statistic(is_query: NDArray[np.bool_]) -> Array:
            p, q = fit_gaussians(data.rows[~is_query], data.rows[is_query], self.ridge)
            return conditional_ks(p, q, points)

        return statistic, sampled_note("conditions", len(chosen), n_rows)
