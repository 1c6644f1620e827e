"""Which features are linked: those related most strongly in either table, and changed most.

Every criterion treats both tables alike, so that the same features are linked when they change
places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.descriptors.calibration import signed_log
from featureshift.descriptors.relations import Floats, Standardized, Strip, strip

STRONGEST, MOST_CHANGED = 7, 5
PARTNERS = STRONGEST + MOST_CHANGED
REGRESSORS = 16
"""Strongest partners that a feature is predicted from."""
STRIP_CELLS = 1 << 22
"""Entries of a strip of relations."""
EDGE_NAMES = (
    "correlation_reference",
    "correlation_query",
    "correlation_change",
    "square_reference",
    "square_query",
    "square_change",
)
NODE_NAMES = (
    "largest_change",
    "second_change",
    "largest_square_change",
    "sum_of_changes",
    "sum_of_square_changes",
    "strongest_reference",
    "strongest_query",
    "strength_reference",
    "strength_query",
)


class Links(NamedTuple):
    partners: NDArray[np.intp]
    """[features, PARTNERS]; a feature itself where there are fewer others."""
    edges: Floats
    """[features, PARTNERS, EDGE_NAMES]; 0 where there is no partner."""
    nodes: Floats
    """Summaries over all relations of a feature, [features, NODE_NAMES]."""
    regressors: NDArray[np.intp]
    """[features, at most REGRESSORS]"""


def link(reference: Standardized, query: Standardized) -> Links:
    """Relate every feature to every other, and keep the few relations that matter."""
    n_features = len(reference.scores)
    height = max(1, STRIP_CELLS // n_features)
    parts = [
        _of_strip(strip(reference, query, slice(first, min(first + height, n_features))), first)
        for first in range(0, n_features, height)
    ]
    return Links(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _of_strip(relations: Strip, first: int) -> Links:
    height, n_features = relations.change.shape
    own = np.arange(first, first + height)
    partners = _partners(relations, own)
    rows = np.arange(height)[:, None]
    edges = np.stack([matrix[rows, partners] for matrix in relations], axis=-1)
    for change in (2, 5):
        edges[..., change] = signed_log(edges[..., change])
    regressors = _highest(_strength(relations, own), min(REGRESSORS, n_features - 1))
    return Links(partners, edges, _summaries(relations), regressors)


def _partners(relations: Strip, own: NDArray[np.intp]) -> NDArray[np.intp]:
    """The strongest, then those of the others that changed most."""
    left = relations.change.shape[1] - 1
    strongest = _highest(_strength(relations, own), min(STRONGEST, left))
    changes = np.maximum(np.abs(relations.change), 0.8 * np.abs(relations.square_change))
    np.put_along_axis(changes, np.column_stack([strongest, own]), -1, axis=1)
    changed = _highest(changes, min(MOST_CHANGED, left - strongest.shape[1]))
    found = np.concatenate([strongest, changed], axis=1)
    filler = np.repeat(own[:, None], PARTNERS - found.shape[1], axis=1)
    return np.concatenate([found, filler], axis=1)


def _strength(relations: Strip, own: NDArray[np.intp]) -> Floats:
    """Correlation in the table where it is stronger; -1 with itself."""
    strength = np.maximum(np.abs(relations.reference), np.abs(relations.query))
    strength[np.arange(len(own)), own] = -1
    return strength


def _highest(matrix: Floats, count: int) -> NDArray[np.intp]:
    """The columns of the ``count`` highest entries of each row, highest first."""
    if count <= 0:
        return np.empty((len(matrix), 0), np.intp)
    best = np.argpartition(-matrix, count - 1, axis=1)[:, :count]
    order = np.argsort(-np.take_along_axis(matrix, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, order, axis=1)


def _summaries(relations: Strip) -> Floats:
    change, square_change = np.abs(relations.change), np.abs(relations.square_change)
    others = max(1, change.shape[1] - 1)
    two = -np.partition(-change, min(1, change.shape[1] - 1), axis=1)[:, :2]
    sums = [
        (np.square(each).sum(axis=1) - others) / np.sqrt(2 * others)
        for each in (change, square_change)
    ]
    strengths = [np.abs(relations.reference), np.abs(relations.query)]
    return np.stack(
        [
            signed_log(two[:, 0]),
            signed_log(two[:, -1]),
            signed_log(square_change.max(axis=1)),
            *(signed_log(each) for each in sums),
            *(each.max(axis=1) for each in strengths),
            *(signed_log(np.square(each).sum(axis=1)) for each in strengths),
        ],
        axis=1,
    ).astype(np.float32)
