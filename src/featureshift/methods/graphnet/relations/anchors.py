"""Groups of features of a very wide table that share an anchor, a direction in the rows.

Each anchor begins as a feature, chosen by its content, and moves to the mean of the features it is
nearest to, each with its sign: k-means on a sphere where opposite points are one. Features far from
every anchor get anchors of their own in further rounds. A feature and an anchor are as near as they
are in the table that relates them more, so both tables are treated alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices
from featureshift.methods.graphnet.relations.correlation import (
    Floats,
    Standardized,
    standardize,
)
from featureshift.methods.partner_choice import highest

DIRECTIONS = 256
"""Random ones among the rows, that anchors are compared in: rows themselves would miss columns
that are rarely anything but zero."""
SEED = 20
FEATURES_PER_ANCHOR, MOST_ANCHORS = 64, 4096
ROUNDS = 3
"""Of which each takes the half of the features that was left farthest from its anchors."""
NEAR = 4
"""Anchors of a round whose groups a feature is in."""
STEPS = 1
"""That anchors move."""
FEATURES_MOVING = 8
"""For each anchor, at most, that it is moved by."""
MOST_MEMBERS = 1024
"""Of a group; larger ones are split by how near members are to the anchor."""
STRIP_CELLS = 1 << 20
"""Features x anchors compared at once."""


class _Nearest(NamedTuple):
    anchors: NDArray[np.intp]
    """Positions of the nearest anchors, nearest first, [features, count]."""
    strength: Floats
    """Of the relation to them, [features, count]: the stronger one of the two tables."""


def by_content(reference: Standardized, query: Standardized) -> NDArray[np.intp]:
    """All features as if in random order, whatever order they came in; constants last.

    The order of rows and the roles of the tables do not matter either.
    """
    content = _content(reference) + _content(query)
    scattered = np.modf(content * 1e3)[0]
    scattered[(reference.fourth == 0) & (query.fourth == 0)] = 2.0
    return np.argsort(scattered, kind="stable")


def _content(table: Standardized) -> NDArray[np.float64]:
    """A number that only equal columns share: how much a column has of what all columns have.

    In double precision, since sums depend on the order of columns in the last digits.
    """
    parts = slices(len(table.scores), STRIP_CELLS // table.n)

    def squares(part: slice) -> NDArray[np.float64]:
        scores = table.scores[part].astype(np.float64)
        return np.asarray(np.einsum("dn,dn->n", scores, scores))

    load = np.sum(each(squares, parts), axis=0) / len(table.scores)
    shares = each(lambda part: np.abs(table.scores[part] @ load) / table.n, parts)
    return np.concatenate(shares) + table.fourth


def anchor_groups(
    reference: Standardized, query: Standardized, order: NDArray[np.intp]
) -> list[NDArray[np.intp]]:
    """Features [members] of each group; ``order`` says which are tried first as anchors."""
    own, other = each(lambda table: _projected(table).some(order), (reference, query))
    count = int(np.clip(len(order) // FEATURES_PER_ANCHOR, 1, MOST_ANCHORS))
    groups: list[NDArray[np.intp]] = []
    for _ in range(ROUNDS):
        near = _nearest(own, other, _moved_anchors(own, other, count), NEAR)
        groups += [order[members] for members in _groups(near)]
        closest = near.strength[:, 0]
        far = np.flatnonzero(closest <= np.median(closest))
        own, other, order = own.some(far), other.some(far), order[far]
    return groups


def _projected(table: Standardized) -> Standardized:
    """The table in random directions that are orthogonal to each other."""
    if table.n <= DIRECTIONS:
        return table
    drawn = np.random.default_rng(SEED).normal(size=(table.n, DIRECTIONS))
    directions = np.linalg.qr(drawn)[0].astype(np.float32)
    return standardize(table.scores @ directions)


def _moved_anchors(
    reference: Standardized, query: Standardized, count: int
) -> tuple[Floats, Floats]:
    """So many anchors, as scores in either table, [anchors, rows]."""
    some = slice(FEATURES_MOVING * count)
    few = reference.some(some), query.some(some)
    anchors = reference.scores[:count], query.scores[:count]
    for _ in range(STEPS):
        near = _nearest(*few, anchors, 1).anchors[:, 0]
        anchors = _means(few[0], anchors[0], near), _means(few[1], anchors[1], near)
    return anchors


def _means(table: Standardized, anchors: Floats, near: NDArray[np.intp]) -> Floats:
    """The standardized mean of the features next to each anchor; without any, it stays."""
    signs = np.where(np.einsum("dn,dn->d", table.scores, anchors[near]) < 0, -1, 1)
    order = np.argsort(near, kind="stable")
    moved, first = np.unique(near[order], return_index=True)
    signed = table.scores[order] * signs[order, None].astype(np.float32)
    sums = np.add.reduceat(signed, first, axis=0)
    means = anchors.copy()
    means[moved] = standardize(sums).scores
    return means


def _nearest(
    reference: Standardized, query: Standardized, anchors: tuple[Floats, Floats], count: int
) -> _Nearest:
    """The anchors that each feature is most related to in either table."""

    def of_strip(part: slice) -> _Nearest:
        strength, other = reference.scores[part] @ anchors[0].T, query.scores[part] @ anchors[1].T
        for products, table in ((strength, reference), (other, query)):
            products /= np.float32(table.n)
            np.abs(products, out=products)
        np.maximum(strength, other, out=strength)
        best = highest(strength, min(count, strength.shape[1]))
        return _Nearest(best, np.take_along_axis(strength, best, axis=1))

    parts = each(of_strip, slices(len(reference.scores), STRIP_CELLS // len(anchors[0])))
    found, strengths = zip(*parts, strict=True)
    return _Nearest(np.concatenate(found), np.concatenate(strengths))


def _groups(near: _Nearest) -> Iterator[NDArray[np.intp]]:
    """Features that share an anchor; those without relations, such as constants, are in none."""
    anchors, strength = near.anchors.ravel(), near.strength.ravel()
    order = np.lexsort((-strength, anchors))
    order = order[strength[order] > 0]
    cuts = np.flatnonzero(np.diff(anchors[order])) + 1
    for members in np.split(order // near.anchors.shape[1], cuts):
        if len(members) > 1:
            yield from np.array_split(members, -(-len(members) // MOST_MEMBERS))
