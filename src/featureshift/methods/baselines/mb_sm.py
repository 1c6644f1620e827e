"""The model-based conditional test MB-SM: Fisher divergence between two Gaussians."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from featureshift.errors import UnknownNameError
from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.conditional import PAPER
from featureshift.methods.baselines._shared.gaussian import (
    Compare,
    Gaussian,
    GaussianTest,
    shrunken,
)
from featureshift.methods.baselines._shared.moments import Array, Moments, SplitMoments
from featureshift.methods.baselines._shared.resplit import N_RESPLITS
from featureshift.tables import Note

UNITS = ("conditional", "marginal")


class MBSM(GaussianTest):
    """One Gaussian per table; the score of a feature is their Fisher divergence along it.

    The mean over all pooled rows of (d/dx_j log p - d/dx_j log q)^2: exact, from moments, so that
    a permutation of columns permutes the scores. Sees shifts of means, variances and linear
    relations. Covariances are shrunk (``_shared/gaussian.py``).

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
        The least share by which covariances are moved toward the identity.
    n_resplits
        Random splits of the pooled rows that set the threshold.
    time_limit
        Seconds after which no further random split is made; scores are complete in any case.
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="mb-sm",
        summary="Fisher divergence between the conditionals of two Gaussians",
        paper=PAPER,
        finds_joint_shifts=True,
        needs_n_shifted=True,
        cost="medium: 2 covariance matrices and their inverses, 40 to decide alone",
    )

    def __init__(
        self,
        *,
        unit: str = "conditional",
        ridge: float = 1e-6,
        n_resplits: int = N_RESPLITS,
        time_limit: float | None = None,
    ) -> None:
        super().__init__(ridge=ridge, n_resplits=n_resplits, time_limit=time_limit)
        if unit not in UNITS:
            raise UnknownNameError("unit", unit, UNITS)
        self.unit = unit

    def _comparing(
        self, moments: SplitMoments, rng: np.random.Generator
    ) -> tuple[Compare, tuple[Note, ...]]:
        del rng  # all rows are used
        pooled = moments.pooled
        variance = np.ones(len(pooled.mean))
        if self.unit == "conditional":
            variance = 1 / np.diag(shrunken(pooled, max(self.ridge, pooled.shrinkage)).precision)
        return lambda p, q: fisher_divergence(p, q, pooled) * variance, ()


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
