"""Columns replaced by what the nearest reference rows hold there: T7, T8, E9 and E10.

Neighbors are searched in the reference on the columns that were not chosen, once for all chosen
columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from featureshift.simulate.blocks import row_blocks
from featureshift.simulate.manipulation import (
    CATEGORICAL,
    CONTINUOUS,
    Indices,
    Kind,
    Manipulation,
    Scene,
    Values,
)
from featureshift.simulate.missing import median_filled


@dataclass(frozen=True)
class NeighborManipulation(Manipulation):
    """k nearest neighbors, k drawn from ``ks`` once per application."""

    ks: tuple[int, ...]

    def _neighbors(self, scene: Scene, rng: np.random.Generator) -> Indices:
        return nearest_rows(scene, int(rng.choice(self.ks)), rng)


@dataclass(frozen=True)
class NeighborMean(NeighborManipulation):
    """The k-NN regressor: the plain mean of the neighbors."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        targets = median_filled(scene.chosen_reference, scene.chosen_reference)
        return neighbor_mean(targets, self._neighbors(scene, rng))


@dataclass(frozen=True)
class NeighborVote(NeighborManipulation):
    """The k-NN classifier: the majority among the neighbors, column by column."""

    applies_to: ClassVar[frozenset[Kind]] = CATEGORICAL

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        targets = median_filled(scene.chosen_reference, scene.chosen_reference)
        return neighbor_vote(targets, self._neighbors(scene, rng))


def nearest_rows(scene: Scene, k: int, rng: np.random.Generator) -> Indices:
    """[query rows, k]: the nearest reference rows by Euclidean distance on the other columns.

    With fewer than k reference rows, all of them. When every column is chosen, all rows are equally
    near and k of them are drawn. Missing cells enter as the reference's column median.
    """
    n_reference, n_query = len(scene.reference), len(scene.query)
    k = min(k, n_reference)
    if len(scene.chosen) == scene.reference.shape[1]:
        starts = rng.integers(n_reference, size=(n_query, 1))
        return (starts + rng.permutation(n_reference)[:k]) % n_reference
    # scikit-learn takes half a second to import; only these manipulations need it.
    from sklearn.neighbors import NearestNeighbors

    reference = scene.other_reference
    search = NearestNeighbors(n_neighbors=k, algorithm="brute")
    search.fit(median_filled(reference, reference))
    found = search.kneighbors(median_filled(scene.other_query, reference), return_distance=False)
    return np.asarray(found, dtype=np.intp)


def neighbor_mean(targets: Values, neighbors: Indices) -> Values:
    """[query rows, columns] from ``targets`` [reference rows, columns].

    >>> targets = np.array([[0.0], [0.5], [1.0]], dtype=np.float32)
    >>> neighbor_mean(targets, np.array([[0, 1], [1, 2]])).ravel().tolist()
    [0.25, 0.75]
    """
    total = targets[neighbors[:, 0]]
    for nth in neighbors.T[1:]:
        total += targets[nth]
    return np.divide(total, np.float32(neighbors.shape[1]), out=total)


def neighbor_vote(targets: Values, neighbors: Indices) -> Values:
    """[query rows, columns]; a tie goes to the smaller value.

    >>> targets = np.array([[0.0], [0.5], [1.0], [1.0]], dtype=np.float32)
    >>> neighbor_vote(targets, np.array([[3, 1], [1, 2]])).ravel().tolist()
    [0.5, 0.5]
    >>> neighbor_vote(targets, np.array([[0, 2, 3]])).ravel().tolist()
    [1.0]
    """
    n_query, k = neighbors.shape
    elected = np.empty((n_query, targets.shape[1]), dtype=np.float32)
    for rows in row_blocks(n_query, 2 * k * targets.shape[1]):
        # Sorted, so that argmax, which takes the first of equals, takes the smaller value.
        votes = np.sort(targets[neighbors[rows].T], axis=0)
        counts = np.stack([(votes == vote).sum(axis=0, dtype=np.uint8) for vote in votes])
        elected[rows] = np.take_along_axis(votes, counts.argmax(axis=0)[None], axis=0)[0]
    return elected
