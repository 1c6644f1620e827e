"""A Gaussian fitted to each table, and what it says of the conditionals.

It says everything through the precision matrix L: the score d/dx_j log p is -(L (x - mean))_j, and
x_j given the others is normal with variance 1 / L_jj and mean x_j + score_j / L_jj. So all
features cost a few matrix products.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack

from featureshift.engines.parallel import one_thread
from featureshift.methods.baselines._shared.conditional import (
    Deadline,
    Standardized,
    check_positive,
    check_width,
)
from featureshift.methods.baselines._shared.conditional_test import Comparison, ConditionalTest
from featureshift.methods.baselines._shared.moments import Array, Moments, SplitMoments
from featureshift.tables import Note, Progress


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


def fit_gaussians(reference: Moments, query: Moments, ridge: float) -> tuple[Gaussian, Gaussian]:
    """One Gaussian per table, so that collinear and wide tables have an inverse too.

    Both covariances are moved toward the identity, which is the pooled variance of standardized
    columns, by one and the same share: the larger of the two Ledoit-Wolf shares, at least
    ``ridge``. With a share for each, a difference in sample size would look like a shift.
    """
    share = min(max(ridge, reference.shrinkage, query.shrinkage), 1.0)
    return shrunken(reference, share), shrunken(query, share)


def shrunken(moments: Moments, share: float) -> Gaussian:
    """The Gaussian with these moments, its covariance moved toward the identity."""
    covariance = (1 - share) * moments.covariance
    covariance.flat[:: len(covariance) + 1] += share
    return Gaussian(moments.mean, inverse(covariance))


def inverse(covariance: Array) -> Array:
    """The inverse of a positive definite matrix, by its Cholesky factor: a third of the work."""
    with one_thread():
        factor, failed = lapack.dpotrf(covariance, lower=True)
        half, _ = lapack.dpotri(factor, lower=True)
    if failed:  # positive definite but for rounding
        precision = np.linalg.inv(covariance)
        return np.asarray((precision + precision.T) / 2)
    lower = np.tril(half)
    return np.asarray(lower + np.tril(half, -1).T)


Compare = Callable[[Gaussian, Gaussian], Array]
"""From the Gaussians of two tables to one number per feature."""


class GaussianTest(ConditionalTest):
    """Fits a Gaussian to each table, anew for every random split of the pooled rows."""

    how_resplit: ClassVar[str] = "Gaussians fitted anew to each"

    def __init__(self, *, ridge: float, n_resplits: int, time_limit: float | None) -> None:
        super().__init__(n_resplits=n_resplits, time_limit=time_limit)
        check_positive(ridge=ridge)
        self.ridge = ridge

    @abstractmethod
    def _comparing(
        self, moments: SplitMoments, rng: np.random.Generator
    ) -> tuple[Compare, tuple[Note, ...]]:
        """How two Gaussians are compared, and notes on the rows that this reads."""

    def _compare(
        self,
        data: Standardized,
        rng: np.random.Generator,
        deadline: Deadline,
        progress: Progress | None,
    ) -> Comparison:
        del deadline, progress  # one comparison is quick, and scores are never left incomplete
        check_width(len(data.active))
        moments = SplitMoments(data.rows)
        compare, notes = self._comparing(moments, rng)

        def statistic(splits: NDArray[np.bool_]) -> Array:
            fits = (fit_gaussians(*moments.parts(split), self.ridge) for split in splits)
            return np.stack([compare(p, q) for p, q in fits])

        return Comparison(statistic(data.is_query[None])[0], data.is_query, statistic, notes)
