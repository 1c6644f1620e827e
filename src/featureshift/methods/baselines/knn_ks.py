"""The model-free conditional test KNN-KS: what the nearest rows of each table say of a feature."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics.pairwise import euclidean_distances

from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.conditional import (
    PAPER,
    Deadline,
    Standardized,
    check_positive,
    check_width,
    sampled_note,
    stopped_note,
)
from featureshift.methods.baselines._shared.conditional_test import Comparison, ConditionalTest
from featureshift.methods.baselines._shared.resplit import N_RESPLITS
from featureshift.tables import Progress

Array = NDArray[np.float64]


class Neighborhoods:
    """The rows nearest to each point in all coordinates but one.

    One matrix of squared distances serves every feature, d_-j^2 = d^2 - (x_j - y_j)^2. ``rows``
    [2 n, features] are n of the reference, then n of the query; ``points`` are positions in them.
    """

    def __init__(self, rows: Array, points: NDArray[np.intp], k: int) -> None:
        self.rows, self.points, self.k = rows, points, k
        self._squared = euclidean_distances(rows[points], rows, squared=True)
        # A point says nothing of its own condition.
        self._squared[np.arange(len(points)), points] = np.inf

    def without(self, j: int) -> Array:
        """Squared distances in the coordinates other than j, [points, rows]."""
        column = self.rows[:, j]
        squared: Array = self._squared - np.square(column[self.points, None] - column)
        return squared

    def nearest(self, j: int) -> NDArray[np.intp]:
        """The k nearest rows of the reference, then those of the query, [points, 2 k]."""
        distances, n = self.without(j), len(self.rows) // 2
        sides = [
            np.argpartition(part, self.k - 1, axis=1)[:, : self.k]
            for part in (distances[:, :n], distances[:, n:])
        ]
        return np.concatenate([sides[0], sides[1] + n], axis=1)

    def ranked(self, j: int) -> NDArray[np.unsignedinteger]:
        """The nearest rows [points, 2 k] in ascending order of their values of j."""
        nearest = self.nearest(j)
        order = np.argsort(self.rows[nearest, j], axis=1)
        # Kept for every feature, so in as few bytes as the number of rows allows.
        compact = np.min_scalar_type(len(self.rows))
        return np.take_along_axis(nearest, order, axis=1).astype(compact)


def ks_distances(values: Array, is_query: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Two-sample KS distance along the last axis, for sorted values and labels of each of them.

    >>> ks_distances(np.array([1.0, 1.0, 2.0, 3.0]), np.array([True, False, False, True]))
    np.float32(0.5)
    """
    n_query = is_query.sum(axis=-1, keepdims=True, dtype=np.float32)
    n_reference = np.float32(values.shape[-1]) - n_query
    step = np.where(is_query, 1 / np.maximum(n_query, 1), -1 / np.maximum(n_reference, 1))
    gaps = np.abs(np.cumsum(step[..., :-1], axis=-1, dtype=np.float32))
    # Within a run of equal values the distribution functions have not yet jumped in full.
    gaps *= values[..., :-1] < values[..., 1:]
    distances: NDArray[np.float32] = gaps.max(axis=-1, initial=0.0)
    return distances


class KNNKS(ConditionalTest):
    """KS distance between the values of the nearest rows of both tables, averaged over points.

    For every feature and every conditioning point, the ``n_neighbors`` rows of each table that
    are nearest in all *other* coordinates (standardized, Euclidean) are two samples of that
    feature's conditional. Needs no model, so it sees relations of any form, but in many columns
    nothing is near. Bounded by a random sample of rows, equally many of each table, so that
    neighbors are equally near on both sides; the notes say how many. A permutation of columns
    permutes the scores only up to that choice.

    The threshold comes from giving rows their table at random, within the same neighborhoods;
    these are kept, 0.1 MB a feature by default. Where columns nearly determine each other that
    is too low, and tables without a shift are flagged as a whole: give ``n_shifted`` there.

    Parameters
    ----------
    n_neighbors
        Rows of each table per point, at most half the rows used.
    max_points
        Condition on at most so many rows of both tables together.
    max_rows
        Look for neighbors among at most so many rows of each table.
    n_resplits
        Random splits of the rows that set the threshold.
    time_limit
        Seconds after which no further feature is scored; those not reached have score 0.
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="knn-ks",
        summary="Kolmogorov-Smirnov distance between values of nearest rows of both tables",
        paper=PAPER,
        finds_joint_shifts=True,
        needs_n_shifted=True,
        cost="high: a search for neighbors for every feature",
        slow=True,
        ignores_row_order=False,
    )
    how_resplit: ClassVar[str] = "neighborhoods kept"

    def __init__(
        self,
        *,
        n_neighbors: int = 50,
        max_points: int = 500,
        max_rows: int = 2000,
        n_resplits: int = N_RESPLITS,
        time_limit: float | None = None,
    ) -> None:
        super().__init__(n_resplits=n_resplits, time_limit=time_limit)
        check_positive(n_neighbors=n_neighbors, max_points=max_points, max_rows=max_rows)
        self.n_neighbors, self.max_points, self.max_rows = n_neighbors, max_points, max_rows

    def _compare(
        self,
        data: Standardized,
        rng: np.random.Generator,
        deadline: Deadline,
        progress: Progress | None,
    ) -> Comparison:
        check_width(len(data.active))
        near = self._neighborhoods(data, rng)
        reached = _ranked_until(near, deadline, progress)

        def statistic(splits: NDArray[np.bool_]) -> Array:
            return np.stack([_mean_distances(near, reached, split) for split in splits])

        given = np.arange(len(near.rows)) >= len(near.rows) // 2
        observed = statistic(given[None])[0]
        notes = sampled_note("neighbors", len(near.rows), len(data.rows))
        notes += sampled_note("conditions", len(near.points), len(data.rows))
        if len(reached) < len(observed):
            notes += (stopped_note(f"{len(reached)} of {len(observed)} features scored"),)
        return Comparison(observed, given, statistic, notes)

    def _neighborhoods(self, data: Standardized, rng: np.random.Generator) -> Neighborhoods:
        sides = [rng.permutation(np.flatnonzero(data.is_query == side)) for side in (False, True)]
        n = min(self.max_rows, len(sides[0]), len(sides[1]))
        # Drawn in random order even if all are used: ties in distance go to the earlier row.
        rows = data.rows[np.concatenate([side[:n] for side in sides])]
        points = rng.permutation(2 * n)[: self.max_points]
        # Without other coordinates every row is as near as any.
        k = min(self.n_neighbors, max(n // 2, 1)) if rows.shape[1] > 1 else max(n - 1, 1)
        return Neighborhoods(rows, points, k)


def _ranked_until(
    near: Neighborhoods, deadline: Deadline, progress: Progress | None
) -> list[NDArray[np.unsignedinteger]]:
    """The ranked neighbors of each feature, as far as the time allows."""
    n_features = near.rows.shape[1]
    reached: list[NDArray[np.unsignedinteger]] = []
    for j in range(n_features):
        if deadline.passed:
            break
        reached.append(near.ranked(j))
        if progress is not None:
            progress((j + 1) / n_features)
    return reached


def _mean_distances(
    near: Neighborhoods, reached: list[NDArray[np.unsignedinteger]], is_query: NDArray[np.bool_]
) -> Array:
    """Mean KS distance [features] over points; 0 of a feature that was not reached."""
    means = np.zeros(near.rows.shape[1])
    for j, nearest in enumerate(reached):
        means[j] = ks_distances(near.rows[nearest, j], is_query[nearest]).mean(dtype=np.float64)
    return means
