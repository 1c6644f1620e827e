"""The model-based conditional test MB-KS: distance of the conditionals of two Gaussians."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy.special import ndtr

from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.conditional import PAPER, check_positive, sampled_note
from featureshift.methods.baselines._shared.gaussian import Compare, Gaussian, GaussianTest
from featureshift.methods.baselines._shared.moments import Array, SplitMoments
from featureshift.methods.baselines._shared.resplit import N_RESPLITS
from featureshift.tables import Note


class MBKS(GaussianTest):
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
        The least share by which covariances are moved toward the identity.
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
        cost="medium: as mb-sm, and normal distribution functions at every point",
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
        super().__init__(ridge=ridge, n_resplits=n_resplits, time_limit=time_limit)
        check_positive(max_points=max_points)
        self.max_points = max_points

    def _comparing(
        self, moments: SplitMoments, rng: np.random.Generator
    ) -> tuple[Compare, tuple[Note, ...]]:
        n_rows = len(moments.rows)
        chosen = rng.permutation(n_rows)[: self.max_points]
        points = moments.rows[chosen]
        notes = sampled_note("conditions", len(chosen), n_rows)
        return lambda p, q: conditional_ks(p, q, points), notes


def conditional_ks(p: Gaussian, q: Gaussian, points: Array) -> Array:
    """Distance of the two conditionals of each feature, averaged over points, [features]."""
    (mean_p, width_p), (mean_q, width_q) = p.conditionals(points), q.conditionals(points)
    shift = (mean_q - mean_p) / width_p
    ratio = np.broadcast_to(width_q / width_p, shift.shape)
    distances: Array = normal_ks(shift, ratio).mean(axis=0)
    return distances


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
