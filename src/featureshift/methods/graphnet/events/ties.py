"""What each relation says about two columns: they kept together, or one of them moved.

A relation that is gone in one of the tables cuts its columns apart; one that is as strong as it was
ties them. Weak relations say nothing, nor do those of columns whose own values changed: these need
no other column to be suspected.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channels import EDGE_NAMES, NODE_CHANNELS, NODE_NAMES
from featureshift.methods.graphnet.context import rows_told
from featureshift.methods.graphnet.feature_graph import FeatureGraph
from featureshift.methods.graphnet.relations.partners import related_rows

Floats = NDArray[np.float64]
LEVEL = 0.01
"""Expected number of relations of an unshifted table that seem lost, or of columns whose values
seem changed: a threshold for the largest of all z-scores (Bonferroni)."""
KNOWN_LEVEL = 0.5
"""The same where it is known that something is shifted, and asked what."""
KINDS = {"correlation": 1.0, "square": 0.5}
"""Of relations, as in the names of channels, and what their scores count: the sampling error of a
correlation of squares is that of unrelated columns, and too small for others."""
OF_VALUES = [
    k
    for k, channel in enumerate(NODE_CHANNELS)
    if channel.family in ("margin", "support", "missing") and channel.null == "normal"
]
ROWS = [NODE_NAMES.index(f"log_{table}_rows") for table in ("reference", "query")]


class Ties(NamedTuple):
    """The telling relations of a graph, each pair of columns once, [pairs] all of them."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    strength: Floats
    """Evidence that the two kept together, negative if they did not: a log-likelihood ratio."""
    lost: NDArray[np.int8]
    """1 if most of the relation is gone in the query, beyond chance, -1 if in the reference."""


def find_ties(graph: FeatureGraph, level: float = LEVEL) -> Ties:
    """Of a graph whose features were all related to each other, or could have been."""
    sound = ~values_changed(graph)
    first, second, edges = _pairs(graph, sound)
    rows = np.minimum(rows_told(graph.nodes[:, ROWS]), related_rows(len(sound)))
    fewer = np.minimum(rows[first], rows[second])
    precision = fewer.prod(axis=1) / fewer.sum(axis=1)
    least = highest_by_chance(len(sound) * (len(sound) - 1) / 2, level)
    found = [_evidence(edges, kind, precision, least) for kind in KINDS]
    strength = np.sum([kept for kept, _ in found], axis=0)
    lost = np.sign(np.sum([gone for _, gone in found], axis=0)).astype(np.int8)
    telling = strength != 0
    return Ties(first[telling], second[telling], strength[telling], lost[telling])


def highest_by_chance(n_scores: float, level: float = LEVEL) -> float:
    """What ``level`` of so many standard normal scores exceed on average.

    >>> [round(highest_by_chance(n), 2) for n in (1, 1000)]
    [2.58, 4.42]
    """
    from scipy.special import ndtri

    return float(-ndtri(level / 2 / max(n_scores, 1)))


def values_changed(graph: FeatureGraph) -> NDArray[np.bool_]:
    """[features]: whether a feature differs by itself, its relations aside."""
    scores = np.expm1(np.abs(graph.nodes[:, OF_VALUES]))
    return np.asarray(scores.max(axis=1) > highest_by_chance(scores.size))


def _pairs(
    graph: FeatureGraph, sound: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    """Both features of each edge, and its channels; an edge known from both ends is one."""
    n, k = graph.partners.shape
    own, other = np.repeat(np.arange(n), k), graph.partners.ravel()
    there = np.flatnonzero(graph.linked.ravel() & sound[own] & sound[other])
    own, other = own[there], other[there]
    first, second = np.minimum(own, other), np.maximum(own, other)
    _, once = np.unique(first * n + second, return_index=True)
    return first[once], second[once], graph.edges.reshape(n * k, -1)[there[once]]


def _evidence(
    edges: NDArray[np.float32], kind: str, precision: Floats, least: float
) -> tuple[Floats, NDArray[np.int_]]:
    """Of one kind of relation: the strength of each tie, and where it is lost, as in ``Ties``.

    What is left of the stronger correlation in the other table is about normal around all of it if
    the columns kept together, around nothing if they did not. Half of it is where both are as
    likely.
    """
    reference, query = (
        edges[:, EDGE_NAMES.index(f"{kind}_{table}")].astype(np.float64)
        for table in ("reference", "query")
    )
    change = np.expm1(np.abs(edges[:, EDGE_NAMES.index(f"{kind}_change")])) * KINDS[kind]
    in_query = np.abs(reference) >= np.abs(query)
    stronger = np.where(in_query, reference, query)
    left = (reference + query) / np.where(stronger == 0, 1, stronger) - 1
    score = KINDS[kind] * np.abs(stronger) * np.sqrt(precision)
    ratio = np.where(score > least, score**2 * (left - 0.5), 0.0)
    lost = (ratio < 0) & (change > least)
    kept = np.asarray(np.where((ratio > 0) | lost, ratio, 0.0))
    return kept, np.where(lost, np.where(in_query, 1, -1), 0)
