"""Which features are linked: those related most strongly in either table, and changed most.

Every criterion treats both tables alike, so that the same features are linked when they change
places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.descriptors.calibration import one_sided, signed_log
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
    everyone = np.arange(n_features)
    height = max(1, STRIP_CELLS // n_features)
    parts = []
    for first in range(0, n_features, height):
        own = everyone[first : first + height]
        relations = strip(reference, query, own)
        others = np.broadcast_to(everyone, relations.change.shape)
        parts.append(choose(relations, own, others, summaries(relations, own, everyone)))
    return Links(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def choose(
    relations: Strip, own: NDArray[np.intp], others: NDArray[np.intp], nodes: Floats
) -> Links:
    """Links of the features ``own``, out of their relations to ``others`` [own, k].

    A feature may be among its own others; it is chosen last, and is no partner then.
    """
    itself = own[:, None] == others
    strength = np.maximum(np.abs(relations.reference), np.abs(relations.query))
    strength[itself] = -1
    left = others.shape[1] - 1
    strongest = highest(strength, min(STRONGEST, left))
    changes = np.maximum(np.abs(relations.change), 0.8 * np.abs(relations.square_change))
    changes[itself] = -1
    np.put_along_axis(changes, strongest, -1, axis=1)
    changed = highest(changes, min(MOST_CHANGED, left - strongest.shape[1]))
    places = np.concatenate([strongest, changed], axis=1)
    partners = np.repeat(own[:, None], PARTNERS, axis=1)
    partners[:, : places.shape[1]] = np.take_along_axis(others, places, axis=1)
    edges = np.zeros((len(own), PARTNERS, len(EDGE_NAMES)), np.float32)
    for k, matrix in enumerate(relations):
        edges[:, : places.shape[1], k] = np.take_along_axis(matrix, places, axis=1)
    for k in (EDGE_NAMES.index("correlation_change"), EDGE_NAMES.index("square_change")):
        edges[..., k] = signed_log(edges[..., k])
    return Links(partners, edges, nodes, _regressors(strength, own, others))


def _regressors(
    strength: Floats, own: NDArray[np.intp], others: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The strongest others, never a feature itself: where they are too few, the first again."""
    best = highest(strength, min(REGRESSORS, others.shape[1] - 1))
    chosen = np.take_along_axis(others, best, axis=1)
    itself = chosen == own[:, None]
    if itself.any():
        chosen = np.where(itself, chosen[:, :1], chosen)
        alone = np.flatnonzero(chosen[:, 0] == own)
        chosen[alone] = np.where(own[alone, None] == 0, 1, 0)
    return chosen


def highest(matrix: Floats, count: int) -> NDArray[np.intp]:
    """The columns of the ``count`` highest entries of each row, highest first."""
    if count <= 0:
        return np.empty((len(matrix), 0), np.intp)
    best = np.argpartition(-matrix, count - 1, axis=1)[:, :count]
    order = np.argsort(-np.take_along_axis(matrix, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, order, axis=1)


def summaries(relations: Strip, own: NDArray[np.intp], others: NDArray[np.intp]) -> Floats:
    """How all relations of the features ``own`` to ``others`` changed, [own, NODE_NAMES]."""
    change, square_change = np.abs(relations.change), np.abs(relations.square_change)
    counts = np.maximum((own[:, None] != others).sum(axis=1), 1)
    two = -np.partition(-change, min(1, change.shape[1] - 1), axis=1)[:, :2]
    sums = [
        (np.square(each).sum(axis=1) - counts) / np.sqrt(2 * counts)
        for each in (change, square_change)
    ]
    strengths = [np.abs(relations.reference), np.abs(relations.query)]
    return np.stack(
        [
            signed_log(two[:, 0]),
            signed_log(two[:, -1]),
            signed_log(square_change.max(axis=1)),
            *(one_sided(each) for each in sums),
            *(each.max(axis=1) for each in strengths),
            *(signed_log(np.square(each).sum(axis=1)) for each in strengths),
        ],
        axis=1,
    ).astype(np.float32)
