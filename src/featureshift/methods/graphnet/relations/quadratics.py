"""Relations that are no straight lines: a column against squares and products of its partners.

A column that is the square of another, or the product of two, has no correlation with them; with
the square and with the product it has. Only partners are looked at, on rows enough to see a
relation that matters.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices
from featureshift.methods.graphnet.channel import Channel, per_table
from featureshift.methods.graphnet.margins.calibration import one_sided, signed_log
from featureshift.methods.graphnet.relations.correlation import (
    DOUBTFUL_SPREAD,
    Floats,
    Standardized,
    single_row_variance,
)
from featureshift.methods.graphnet.relations.partners import (
    PARTNERS,
    Partners,
    squares_related,
)

MOST_ROWS, FEWEST_ROWS = 1536, 1024
"""Of each table that are looked at."""
CELLS = 1 << 20
"""Features x rows of a table: with more features, fewer rows."""
BATCH_CELLS = 1 << 17
"""Cells of partners that are gathered at once: they stay in the cache."""
FACTORS = 5
"""Partners that are multiplied with each other: those whose squares are related to the feature's
square, which is the trace of a product."""
PAIRS = np.array(list(combinations(range(FACTORS), 2)), np.intp)
LEAST_VARIANCE = 0.1
"""Of a correlation, times n."""
EDGE_CHANNELS = (
    *per_table("by_square_{}", "relation"),
    Channel("by_square_change", "relation", signed=True),
    *per_table("of_square_{}", "relation"),
    Channel("of_square_change", "relation", signed=True),
)
"""Of a column and the square of its partner, and of its own square and the partner."""
NODE_CHANNELS = (
    Channel("largest_quadratic_change", "relation", null="maximum"),
    Channel("largest_product_change", "relation", null="maximum"),
    Channel("sum_of_quadratic_changes", "relation"),
    *per_table("strongest_quadratic_{}", "relation"),
    *per_table("strongest_product_{}", "relation"),
)


class Quadratics(NamedTuple):
    nodes: Floats
    """[features, NODE_CHANNELS]"""
    edges: Floats
    """[features, PARTNERS, EDGE_CHANNELS]; 0 where there is no partner."""


class _Relations(NamedTuple):
    """Some relations of each feature, [features, k] each; 0 where there is none."""

    reference: Floats
    query: Floats
    change: Floats
    """In standard errors."""


class _Correlations(NamedTuple):
    """In one table, of each feature with k others, [features, k]."""

    r: Floats
    variance: Floats


class _Table(NamedTuple):
    """Scores and their squares, each of mean 0 and variance 1."""

    scores: Standardized
    squares: Standardized


def quadratic_contrasts(
    reference: Standardized, query: Standardized, partners: Partners
) -> Quadratics:
    """Of each feature and its partners."""
    n_features = len(partners.features)
    rows = int(np.clip(CELLS // n_features, FEWEST_ROWS, MOST_ROWS))
    tables = [_table(table.first(rows)) for table in (reference, query)]
    height = max(1, BATCH_CELLS // (PARTNERS * max(table.scores.n for table in tables)))
    factors = _factors(partners)

    def of_batch(batch: slice) -> Quadratics:
        own = np.arange(n_features)[batch]
        return _of_batch(tables, own, partners.features[batch], factors[batch])

    parts = each(of_batch, slices(n_features, height))
    return Quadratics(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _table(table: Standardized) -> _Table:
    """Squares are without what a straight line says of them: of a binary column nothing is left."""
    scores = table.scores
    squares = scores * scores
    squares -= (np.einsum("dn,dn->d", squares, scores) / np.float32(table.n))[:, None] * scores
    scaled, fourth = _scaled(squares)
    return _Table(table, Standardized(scaled, fourth, np.ones_like(fourth)))


def _scaled(values: Floats) -> tuple[Floats, Floats]:
    """Mean 0 and variance 1 over the rows, which come last, in place; and the fourth moments.

    0 where the values vary by chance alone.
    """
    n = np.float32(values.shape[-1])
    values -= values.mean(axis=-1, keepdims=True)
    variance = np.einsum("...n,...n->...", values, values) / n
    values /= np.sqrt(np.where(variance > DOUBTFUL_SPREAD / n, variance, np.inf))[..., None]
    squares = values * values
    return values, np.einsum("...n,...n->...", squares, squares) / n


def _factors(partners: Partners) -> NDArray[np.intp]:
    """Places among the partners of those that are multiplied, [features, FACTORS]."""
    own = np.arange(len(partners.features))[:, None]
    related = np.abs(squares_related(partners)).max(axis=2)
    related[partners.features == own] = -1
    return np.argsort(-related, axis=1, kind="stable")[:, :FACTORS]


def _of_batch(
    tables: list[_Table],
    own: NDArray[np.intp],
    partners: NDArray[np.intp],
    factors: NDArray[np.intp],
) -> Quadratics:
    linked = partners != own[:, None]
    pairs = factors[:, PAIRS]  # [own, pairs, 2]
    multiplied = linked[np.arange(len(own))[:, None, None], pairs].all(axis=2)
    found = [_correlations(table, own, partners, pairs) for table in tables]
    by_square, of_square, by_product = (
        _compared(reference, query, there)
        for reference, query, there in zip(*found, (linked, linked, multiplied), strict=True)
    )
    edges = [
        np.stack([side.reference, side.query, signed_log(side.change)], axis=2)
        for side in (by_square, of_square)
    ]
    squares = _Relations(
        *(np.concatenate(both, axis=1) for both in zip(by_square, of_square, strict=True))
    )
    return Quadratics(
        _summaries(squares, by_product), np.concatenate(edges, axis=2, dtype=np.float32)
    )


def _correlations(
    table: _Table, own: NDArray[np.intp], partners: NDArray[np.intp], pairs: NDArray[np.intp]
) -> list[_Correlations]:
    """Of scores with squares of partners, of squares with partners, of scores with products."""
    scores, squares = table
    met = scores.scores[partners]  # [own, k, rows]
    everyone = np.arange(len(own))[:, None]
    multiplied = met[everyone, pairs[:, :, 0]] * met[everyone, pairs[:, :, 1]]
    return [
        _correlation(scores.some(own), squares.scores[partners], squares.fourth[partners]),
        _correlation(squares.some(own), met, scores.fourth[partners]),
        _correlation(scores.some(own), *_scaled(multiplied)),
    ]


def _correlation(mine: Standardized, met: Floats, fourth: Floats) -> _Correlations:
    """Of own values with others [own, k, rows], whose fourth moments are [own, k].

    The error is that of a mean of products: a little more than that of a correlation.
    """
    n = np.float32(mine.n)
    own = mine.scores[:, :, None]
    r = (met @ own)[:, :, 0] / n
    m22 = ((met * met) @ (own * own))[:, :, 0] / n
    variance = np.maximum(m22 - r * r, np.float32(LEAST_VARIANCE))
    variance += single_row_variance(mine.fourth[:, None], fourth, mine.n)
    variance /= n
    return _Correlations(r, variance)


def _compared(
    reference: _Correlations, query: _Correlations, there: NDArray[np.bool_]
) -> _Relations:
    change = (query.r - reference.r) / np.sqrt(reference.variance + query.variance)
    return _Relations(*(np.where(there, x, 0) for x in (reference.r, query.r, change)))


def _summaries(squares: _Relations, products: _Relations) -> Floats:
    """[own, NODE_CHANNELS]"""
    changes = np.concatenate([squares.change, products.change], axis=1)
    count = np.maximum((changes != 0).sum(axis=1), 1)
    total = (np.square(changes).sum(axis=1) - count) / np.sqrt(2 * count)
    nodes = [
        signed_log(np.abs(squares.change).max(axis=1)),
        signed_log(np.abs(products.change).max(axis=1)),
        one_sided(total),
        *(np.abs(side).max(axis=1) for side in (squares.reference, squares.query)),
        *(np.abs(side).max(axis=1) for side in (products.reference, products.query)),
    ]
    return np.stack(nodes, axis=1).astype(np.float32)
