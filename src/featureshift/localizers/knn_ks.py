"""The model-free conditional test KNN-KS: what the nearest rows of each table say of a feature."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics.pairwise import euclidean_distances

from featureshift.localizers.base import Localizer, MethodInfo, Scores
from featureshift.localizers.conditional import (
    PAPER,
    Deadline,
    Standardized,
    check_positive,
    sampled_note,
    standardized,
    stopped_note,
)
from featureshift.localizers.resplit import (
    N_RESPLITS,
    check_resplits,
    cut_of,
    random_splits,
    rule_note,
)
from featureshift.tables import Progress, TablePair

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


class KNNKS(Localizer):
    """KS distance between the values of the nearest rows of both tables, averaged over points.

    For every feature and every conditioning point, the ``n_neighbors`` rows of each table that
    are nearest in all *other* coordinates (standardized, Euclidean) are two samples of that
    feature's conditional. Needs no model, so it sees relations of any form, but in many columns
    nothing is near. Bounded by a random choice of rows, equally many of each table, so that
    neighbors are equally near on both sides; the notes say how many. A permutation of columns
    permutes the scores only up to that choice.

    The threshold comes from giving rows their table at random, within the same neighborhoods.

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

    def __init__(
        self,
        *,
        n_neighbors: int = 50,
        max_points: int = 500,
        max_rows: int = 2000,
        n_resplits: int = N_RESPLITS,
        time_limit: float | None = None,
    ) -> None:
        check_positive(n_neighbors=n_neighbors, max_points=max_points, max_rows=max_rows)
        check_positive(time_limit=time_limit)
        check_resplits(n_resplits)
        self.n_neighbors, self.max_points, self.max_rows = n_neighbors, max_points, max_rows
        self.n_resplits, self.time_limit = n_resplits, time_limit

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        deadline = Deadline(self.time_limit)
        data = standardized(pair)
        if not len(data.active):
            return Scores(np.zeros(pair.n_features), 0.0)
        near = self._neighborhoods(data, rng)
        given = np.arange(len(near.rows)) >= len(near.rows) // 2
        labels = np.concatenate([given[None], random_splits(given, self.n_resplits, rng)])
        distances = _distances(near, labels, deadline, progress)
        observed = np.zeros(len(data.active))
        observed[: len(distances)] = distances[:, 0]
        n_points, n_rows = len(near.points), len(near.rows)
        notes = sampled_note("neighbors", n_rows, len(data.rows))
        notes += sampled_note("conditions", n_points, len(data.rows))
        if len(distances) < len(observed):
            notes += (stopped_note(f"{len(distances)} of {len(observed)} features scored"),)
        maxima = distances[:, 1:].max(axis=0) if len(distances) else np.array([])
        notes += (rule_note(len(maxima), "neighborhoods kept"),)
        return Scores(data.spread(observed), cut_of(maxima, observed), notes)

    def _neighborhoods(self, data: Standardized, rng: np.random.Generator) -> Neighborhoods:
        sides = [rng.permutation(np.flatnonzero(data.is_query == side)) for side in (False, True)]
        n = min(self.max_rows, len(sides[0]), len(sides[1]))
        # Drawn in random order even if all are used: ties in distance go to the earlier row.
        rows = data.rows[np.concatenate([side[:n] for side in sides])]
        points = rng.permutation(2 * n)[: self.max_points]
        # Without other coordinates every row is as near as any.
        k = min(self.n_neighbors, max(n // 2, 1)) if rows.shape[1] > 1 else max(n - 1, 1)
        return Neighborhoods(rows, points, k)


def _distances(
    near: Neighborhoods, labels: NDArray[np.bool_], deadline: Deadline, progress: Progress | None
) -> Array:
    """Mean KS distance by feature and labeling, [features reached, labelings]."""
    n_features = near.rows.shape[1]
    means: list[Array] = []
    for j in range(n_features):
        if deadline.passed:
            break
        nearest = near.nearest(j)
        values = near.rows[nearest, j]
        order = np.argsort(values, axis=1)
        values = np.take_along_axis(values, order, axis=1)
        nearest = np.take_along_axis(nearest, order, axis=1)
        means.append(ks_distances(values, labels[:, nearest]).mean(axis=1, dtype=np.float64))
        if progress is not None:
            progress((j + 1) / n_features)
    return np.array(means).reshape(len(means), len(labels))
