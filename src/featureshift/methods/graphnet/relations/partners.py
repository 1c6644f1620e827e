"""The partners of each feature: those related most strongly in either table, and changed most.

Every criterion treats both tables alike, so that the same features are partners when they change
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
from featureshift.methods.partner_choice import choose, highest, strength

STRONGEST, MOST_CHANGED = 7, 5
PARTNERS = STRONGEST + MOST_CHANGED
SQUARES = 0.8
"""What the change of a correlation of squares counts beside that of a correlation."""
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


class Partners(NamedTuple):
    features: NDArray[np.intp]
    """[features, PARTNERS]; a feature itself where there are fewer others."""
    edges: Floats
    """[features, PARTNERS, EDGE_CHANNELS]; 0 where there is no partner."""
    nodes: Floats
    """Summaries over all relations of a feature, [features, NODE_CHANNELS]."""
    regressors: NDArray[np.intp]
    """[features, at most REGRESSORS]"""


def squares_related(partners: Partners) -> Floats:
    """Correlations of squares with each partner in reference and query, [features, PARTNERS, 2]."""
    names = [channel.name for channel in EDGE_CHANNELS]
    return partners.edges[..., [names.index("square_reference"), names.index("square_query")]]


def find_partners(reference: Standardized, query: Standardized) -> Partners:
    """Relate every feature to every other, and keep the few relations that matter.

    Wide tables are related by their first rows.
    """
    everyone = np.arange(len(reference.scores))
    rows = related_rows(len(everyone))
    products = [all_products(table.first(rows)) for table in (reference, query)]

    def of_strip(part: slice) -> Partners:
        own = everyone[part]
        relations = relate(products[0].rows(part), products[1].rows(part), own, everyone)
        others = np.broadcast_to(everyone, relations.change.shape)
        return choose_partners(relations, own, others, summaries(relations, own, everyone))

    return joined(each(of_strip, slices(len(everyone), STRIP_CELLS // len(everyone))))


def related_rows(n_features: int) -> int:
    """Rows by which the relations in a table this wide are computed.

    >>> [related_rows(d) for d in (300, 1000, 4000)]
    [95443, 8589, 2048]
    """
    return max(FEWEST_ROWS, WORK // n_features**2)


def joined(parts: list[Partners]) -> Partners:
    """Partners of some features after those of others."""
    return Partners(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def choose_partners(
    relations: Strip, own: NDArray[np.intp], others: NDArray[np.intp], nodes: Floats
) -> Partners:
    """Partners of the features ``own``, out of their relations to ``others`` [own, k].

    A feature may be among its own others; it is chosen last, and is no partner then.
    """
    strong = strength(relations.reference, relations.query)
    changes = np.abs(relations.square_change)
    changes *= np.float32(SQUARES)
    np.maximum(changes, np.abs(relations.change), out=changes)
    itself = np.nonzero(own[:, None] == others)
    strong[itself] = changes[itself] = -1
    places, ranked = choose(strong, changes, STRONGEST, MOST_CHANGED, ranked=REGRESSORS)
    best = ranked[:, : others.shape[1] - 1]  # all but the feature itself
    partners = np.repeat(own[:, None], PARTNERS, axis=1)
    partners[:, : places.shape[1]] = np.take_along_axis(others, places, axis=1)
    edges = np.zeros((len(own), PARTNERS, len(EDGE_CHANNELS)), np.float32)
    for k, matrix in enumerate(relations):
        edges[:, : places.shape[1], k] = np.take_along_axis(matrix, places, axis=1)
    for k, channel in enumerate(EDGE_CHANNELS):
        if channel.signed:
            edges[..., k] = signed_log(edges[..., k])
    regressors = _regressors(np.take_along_axis(others, best, axis=1), own)
    return Partners(partners, edges, nodes, regressors)


def _regressors(strongest: NDArray[np.intp], own: NDArray[np.intp]) -> NDArray[np.intp]:
    """The strongest others, never a feature itself: where they are too few, the first again."""
    itself = strongest == own[:, None]
    if not itself.any():
        return strongest
    chosen = np.where(itself, strongest[:, :1], strongest)
    alone = np.flatnonzero(chosen[:, 0] == own)
    chosen[alone] = np.where(own[alone, None] == 0, 1, 0)
    return chosen


def summaries(relations: Strip, own: NDArray[np.intp], others: NDArray[np.intp]) -> Floats:
    """How all relations of the features ``own`` to ``others`` changed, [own, NODE_CHANNELS]."""
    counts = np.maximum(len(others) - np.isin(own, others), 1)
    sums = [
        (_sum_of_squares(changes) - counts) / np.sqrt(2 * counts)
        for changes in (relations.change, relations.square_change)
    ]
    strengths = [_sum_of_squares(side) for side in (relations.reference, relations.query)]
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
