"""Links of tables too wide to relate every feature to every other.

Every feature is related to some hundred *anchors*, features chosen by their content. That gives the
summaries, and the few anchors each feature is nearest to in either table. Features that
share a near anchor are then compared with each other, so near relatives are found without looking
at all pairs: in correlated tables they have the same anchors. A relation that changed was strong in
one of the tables before or after, so the same candidates serve the largest changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.descriptors.links import STRIP_CELLS, Links, choose, highest, summaries
from featureshift.descriptors.relations import Floats, Standardized, Strip, pair_strip, strip

ANCHOR_WORK = 1 << 37
"""Bound on features x anchors x rows."""
FEWEST_ANCHORS, MOST_ANCHORS = 256, 4096
FEATURES_PER_ANCHOR = 64
"""At least: with more anchors than that, relatives no longer share one."""
NEAR = 8
"""Anchors under which a feature looks for relatives; it is found under the first of each table."""
MOST_MEMBERS = 2048
"""Features found under one anchor; of more, those nearest to it."""
CANDIDATES = 24
"""Relatives of a feature whose relations are computed in full."""
PAIR_CELLS = 1 << 18
"""Candidates x rows gathered at once: they should stay in the cache."""


class Nearest(NamedTuple):
    anchors: NDArray[np.intp]
    """Positions of the nearest anchors, nearest first, [features, NEAR]."""
    strength: Floats
    """Of the relation to the first, [features]."""


def link_wide(reference: Standardized, query: Standardized) -> Links:
    """As ``links.link``, by way of anchors."""
    anchors = choose_anchors(reference, query)
    nodes, nearest = _to_anchors(reference, query, anchors)
    candidates = np.concatenate(
        [
            relatives(table, anchors, near)
            for table, near in zip((reference, query), nearest, strict=True)
        ],
        axis=1,
    )
    parts = []
    height = max(1, PAIR_CELLS // (candidates.shape[1] * max(reference.n, query.n)))
    for first in range(0, len(nodes), height):
        own = np.arange(first, min(first + height, len(nodes)))
        others = _once(candidates[own], own)
        relations = pair_strip(reference, query, own, others)
        parts.append(choose(relations, own, others, nodes[own]))
    return Links(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def choose_anchors(reference: Standardized, query: Standardized) -> NDArray[np.intp]:
    """Chosen as if at random, but by content and not by place; constants only if need be."""
    n_features, n = len(reference.scores), reference.n + query.n
    affordable = int(np.clip(ANCHOR_WORK // (n_features * n), FEWEST_ANCHORS, MOST_ANCHORS))
    count = min(affordable, max(1, n_features // FEATURES_PER_ANCHOR))
    content = reference.fourth.astype(np.float64) + np.pi * query.fourth
    scattered = np.modf(content * 1e4)[0]
    scattered[content == 0] = 2.0
    return np.sort(np.argsort(scattered, kind="stable")[:count])


def _to_anchors(
    reference: Standardized, query: Standardized, anchors: NDArray[np.intp]
) -> tuple[Floats, tuple[Nearest, Nearest]]:
    """Summaries over the relations to the anchors, and the nearest anchors in either table."""
    n_features = len(reference.scores)
    height = max(1, STRIP_CELLS // len(anchors))
    nodes, near = [], ([], [])  # type: ignore[var-annotated]
    for first in range(0, n_features, height):
        own = np.arange(first, min(first + height, n_features))
        relations = strip(reference, query, own, anchors)
        nodes.append(summaries(relations, own, anchors))
        for found, strength in zip(near, _strengths(relations, own, anchors), strict=True):
            best = highest(strength, NEAR)
            found.append((best, np.take_along_axis(strength, best[:, :1], axis=1)[:, 0]))
    joined = [
        Nearest(*(np.concatenate(arrays) for arrays in zip(*found, strict=True))) for found in near
    ]
    return np.concatenate(nodes), (joined[0], joined[1])


def _strengths(
    relations: Strip, own: NDArray[np.intp], anchors: NDArray[np.intp]
) -> Iterator[Floats]:
    """Absolute correlations in either table; an anchor is nearest to itself."""
    itself = own[:, None] == anchors
    for correlations in (relations.reference, relations.query):
        strength = np.abs(correlations)
        strength[itself] = 1
        yield strength


def relatives(table: Standardized, anchors: NDArray[np.intp], near: Nearest) -> NDArray[np.intp]:
    """The features most related to each in one table, [features, CANDIDATES / 2].

    Looked for among those whose nearest anchor is near; a feature itself fills up.
    """
    count = CANDIDATES // 2
    n_features = len(table.scores)
    best = np.full((n_features, count), -1.0, np.float32)
    found = np.repeat(np.arange(n_features)[:, None], count, axis=1)
    for anchor in range(len(anchors)):
        members = _members(near, anchor)
        seekers = np.flatnonzero((near.anchors == anchor).any(axis=1))
        if not len(members) or not len(seekers):
            continue
        strength = np.abs(table.scores[seekers] @ table.scores[members].T) / table.n
        strength[seekers[:, None] == members] = -1
        few = highest(strength, min(count, len(members)))
        strength = np.take_along_axis(strength, few, axis=1)
        _keep_best(best, found, seekers, strength, members[few])
    return found


def _members(near: Nearest, anchor: int) -> NDArray[np.intp]:
    members = np.flatnonzero(near.anchors[:, 0] == anchor)
    if len(members) > MOST_MEMBERS:
        members = members[np.argsort(-near.strength[members], kind="stable")[:MOST_MEMBERS]]
    return members


def _keep_best(
    best: Floats,
    found: NDArray[np.intp],
    rows: NDArray[np.intp],
    strength: Floats,
    features: NDArray[np.intp],
) -> None:
    """Merge new finds into the lists of some rows; in place."""
    all_strengths = np.concatenate([best[rows], strength], axis=1)
    all_features = np.concatenate([found[rows], features], axis=1)
    kept = highest(all_strengths, best.shape[1])
    best[rows] = np.take_along_axis(all_strengths, kept, axis=1)
    found[rows] = np.take_along_axis(all_features, kept, axis=1)


def _once(candidates: NDArray[np.intp], own: NDArray[np.intp]) -> NDArray[np.intp]:
    """Each candidate once, in rising order; the feature itself takes the place of repetitions."""
    ordered = np.sort(candidates, axis=1)
    repeated = np.zeros(ordered.shape, np.bool_)
    repeated[:, 1:] = ordered[:, 1:] == ordered[:, :-1]
    return np.where(repeated, own[:, None], ordered)
