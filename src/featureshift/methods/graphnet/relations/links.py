"""Which features are linked: those related most strongly in either table, and changed most.

Every criterion treats both tables alike, so that the same features are linked when they change
places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices
from featureshift.methods.graphnet.channel import Channel, per_table
from featureshift.methods.graphnet.margins.calibration import one_sided, signed_log
from featureshift.methods.graphnet.relations.correlation import (
    Floats,
    Standardized,
    Strip,
    all_products,
    relate,
)

STRONGEST, MOST_CHANGED = 7, 5
PARTNERS = STRONGEST + MOST_CHANGED
REGRESSORS = 16
"""Strongest partners that a feature is predicted from."""
WORK = 1 << 33
"""Rows x features x features that the relations of a table may take."""
FEWEST_ROWS = 2048
"""That are related however wide a table is."""
STRIP_CELLS = 1 << 16
"""Entries of a strip of relations: the dozen matrices of a strip stay in the cache."""
EDGE_CHANNELS = (
    *per_table("correlation_{}", "relation"),
    Channel("correlation_change", "relation", signed=True),
    *per_table("square_{}", "relation"),
    Channel("square_change", "relation", signed=True),
)
NODE_CHANNELS = (
    Channel("largest_change", "relation", null="maximum"),
    Channel("second_change", "relation", null="maximum"),
    Channel("largest_square_change", "relation", null="maximum"),
    Channel("sum_of_changes", "relation"),
    Channel("sum_of_square_changes", "relation"),
    *per_table("strongest_{}", "relation"),
    *per_table("strength_{}", "relation"),
)


class Links(NamedTuple):
    partners: NDArray[np.intp]
    """[features, PARTNERS]; a feature itself where there are fewer others."""
    edges: Floats
    """[features, PARTNERS, EDGE_CHANNELS]; 0 where there is no partner."""
    nodes: Floats
    """Summaries over all relations of a feature, [features, NODE_CHANNELS]."""
    regressors: NDArray[np.intp]
    """[features, at most REGRESSORS]"""


def link(reference: Standardized, query: Standardized) -> Links:
    """Relate every feature to every other, and keep the few relations that matter.

    Wide tables are related by their first rows.
    """
    everyone = np.arange(len(reference.scores))
    rows = related_rows(len(everyone))
    products = [all_products(table.first(rows)) for table in (reference, query)]

    def of_strip(part: slice) -> Links:
        own = everyone[part]
        relations = relate(products[0].rows(part), products[1].rows(part), own, everyone)
        others = np.broadcast_to(everyone, relations.change.shape)
        return choose(relations, own, others, summaries(relations, own, everyone))

    return joined(each(of_strip, slices(len(everyone), STRIP_CELLS // len(everyone))))


def related_rows(n_features: int) -> int:
    """Rows by which the relations in a table this wide are computed.

    >>> [related_rows(d) for d in (300, 1000, 4000)]
    [95443, 8589, 2048]
    """
    return max(FEWEST_ROWS, WORK // n_features**2)


def joined(parts: list[Links]) -> Links:
    """Links of some features after those of others."""
    return Links(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def choose(
    relations: Strip, own: NDArray[np.intp], others: NDArray[np.intp], nodes: Floats
) -> Links:
    """Links of the features ``own``, out of their relations to ``others`` [own, k].

    A feature may be among its own others; it is chosen last, and is no partner then.
    """
    itself = np.nonzero(own[:, None] == others)
    strength = np.maximum(np.abs(relations.reference), np.abs(relations.query))
    strength[itself] = -1
    left = others.shape[1] - 1
    best = highest(strength, min(REGRESSORS, left))
    strongest = best[:, :STRONGEST]
    changes = np.abs(relations.square_change)
    changes *= np.float32(0.8)
    np.maximum(changes, np.abs(relations.change), out=changes)
    changes[itself] = -1
    np.put_along_axis(changes, strongest, -1, axis=1)
    changed = highest(changes, min(MOST_CHANGED, left - strongest.shape[1]))
    places = np.concatenate([strongest, changed], axis=1)
    partners = np.repeat(own[:, None], PARTNERS, axis=1)
    partners[:, : places.shape[1]] = np.take_along_axis(others, places, axis=1)
    edges = np.zeros((len(own), PARTNERS, len(EDGE_CHANNELS)), np.float32)
    for k, matrix in enumerate(relations):
        edges[:, : places.shape[1], k] = np.take_along_axis(matrix, places, axis=1)
    for k, channel in enumerate(EDGE_CHANNELS):
        if channel.signed:
            edges[..., k] = signed_log(edges[..., k])
    return Links(partners, edges, nodes, _regressors(np.take_along_axis(others, best, axis=1), own))


def _regressors(strongest: NDArray[np.intp], own: NDArray[np.intp]) -> NDArray[np.intp]:
    """The strongest others, never a feature itself: where they are too few, the first again."""
    itself = strongest == own[:, None]
    if not itself.any():
        return strongest
    chosen = np.where(itself, strongest[:, :1], strongest)
    alone = np.flatnonzero(chosen[:, 0] == own)
    chosen[alone] = np.where(own[alone, None] == 0, 1, 0)
    return chosen


def highest(matrix: Floats, count: int) -> NDArray[np.intp]:
    """The columns of the ``count`` highest entries of each row, highest first, ties in order.

    >>> highest(np.array([[3.0, 5.0, 4.0, 5.0]], np.float32), 3)
    array([[1, 3, 2]])
    """
    left = matrix.copy()
    rows = np.arange(len(matrix))
    best = np.empty((len(matrix), max(count, 0)), np.intp)
    for k in range(count):  # a few quick scans cost less than a partition
        left.argmax(axis=1, out=best[:, k])
        left[rows, best[:, k]] = -np.inf
    return best


def summaries(relations: Strip, own: NDArray[np.intp], others: NDArray[np.intp]) -> Floats:
    """How all relations of the features ``own`` to ``others`` changed, [own, NODE_CHANNELS]."""
    counts = np.maximum(len(others) - np.isin(own, others), 1)
    sums = [
        (_sum_of_squares(changes) - counts) / np.sqrt(2 * counts)
        for changes in (relations.change, relations.square_change)
    ]
    strengths = [_sum_of_squares(strength) for strength in (relations.reference, relations.query)]
    extremes = _extremes(relations)
    return np.concatenate(
        [
            extremes[:, :3],
            np.stack([one_sided(total) for total in sums], axis=1),
            extremes[:, 3:],
            np.stack([signed_log(total) for total in strengths], axis=1),
        ],
        axis=1,
        dtype=np.float32,
    )


EXTREMES = [
    [channel.name for channel in NODE_CHANNELS].index(name)
    for name in (
        "largest_change",
        "second_change",
        "largest_square_change",
        "strongest_reference",
        "strongest_query",
    )
]


def raised(nodes: Floats, relations: Strip) -> Floats:
    """Summaries, where further relations go into the largest ones."""
    known, found = nodes[:, EXTREMES], _extremes(relations)
    second = np.minimum(known[:, 0], found[:, 0])
    found[:, 1] = np.maximum(found[:, 1], second)
    made = nodes.copy()
    made[:, EXTREMES] = np.maximum(known, found)
    return made


def _extremes(relations: Strip) -> Floats:
    """The largest relations and changes of each feature, [own, EXTREMES]."""
    change = np.abs(relations.change)
    two = np.take_along_axis(change, highest(change, min(2, change.shape[1])), axis=1)
    made = [
        signed_log(two[:, 0]),
        signed_log(two[:, -1]),
        signed_log(np.abs(relations.square_change).max(axis=1)),
        np.abs(relations.reference).max(axis=1),
        np.abs(relations.query).max(axis=1),
    ]
    return np.stack(made, axis=1).astype(np.float32)


def _sum_of_squares(matrix: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", matrix, matrix))
