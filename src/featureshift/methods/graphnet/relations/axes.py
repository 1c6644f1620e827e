"""How the relation of each column to the whole table changed, by way of the table's main axes.

A column that is related weakly to many others, as a word is to the other words of a text, shows no
single relation that broke when it is shuffled. The main axes (principal components of both tables
together) gather many columns in one, and a column's relation to an axis is strong where its
relations to columns are weak. A column's own part of an axis is taken out before it is compared
with it, exactly, by way of the co-moments of both.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channel import Channel, per_table
from featureshift.methods.graphnet.margins.calibration import (
    chi_square_score,
    one_sided,
    signed_log,
)
from featureshift.methods.graphnet.relations.correlation import (
    CONSTANT,
    Floats,
    Products,
    Standardized,
    correlation_variance,
)

Numbers = NDArray[np.floating[Any]]
AXES = 4
MOST_EXACT = 512
"""Columns whose axes are found exactly; those of wider tables by some rounds of iteration."""
ITERATIONS = 5
LEAST_REST = 0.05
"""Variance of an axis without a column's part, as a share of what it was: with less left, the axis
is the column itself."""
SCATTERED = 30
"""Turns means of cubes, some hundredths apart, into angles all around."""
PANEL_CELLS = 1 << 18
"""Cells whose powers are held at once."""
CHANNELS = (
    Channel("axes_largest_change", "relation", null="maximum"),
    Channel("axes_sum_of_changes", "relation"),
    *per_table("axes_strongest_{}", "relation"),
    *per_table("axes_strength_{}", "relation"),
)


class _Products(NamedTuple):
    """Means of products of powers of columns and axes, [features, axes] unless said otherwise."""

    m11: Numbers
    m22: Numbers
    m31: Numbers
    m13: Numbers
    own_fourth: Numbers
    """[features, 1]"""
    axis_variance: Numbers
    """[axes] or [features, axes]"""
    axis_fourth: Numbers


def axis_contrasts(reference: Standardized, query: Standardized) -> Floats:
    """[features, CHANNELS]"""
    tables = [table.scores for table in (reference, query)]
    weights = _axes(tables)
    own, other = (relations_to_axes(scores, weights) for scores in tables)
    errors = correlation_variance(own) + correlation_variance(other)
    change = (other.m11 - own.m11) / np.sqrt(errors)
    nodes = [
        signed_log(np.abs(change).max(axis=1)),
        one_sided(chi_square_score(np.square(change).sum(axis=1), change.shape[1])),
        *(np.abs(side.m11).max(axis=1) for side in (own, other)),
        *(np.sqrt(np.square(side.m11).sum(axis=1)) for side in (own, other)),
    ]
    return np.stack(nodes, axis=1).astype(np.float32)


def _axes(tables: list[Floats]) -> Floats:
    """Weights of the columns in each axis, [features, at most AXES], of length 1."""
    n_features = len(tables[0])
    if n_features <= MOST_EXACT:
        gram = sum((scores @ scores.T).astype(np.float64) / scores.shape[1] for scores in tables)
        return np.asarray(np.linalg.eigh(gram)[1][:, -AXES:], np.float32)
    weights = _scattered(tables)
    for _ in range(ITERATIONS):
        moved = sum(scores @ (scores.T @ weights) / scores.shape[1] for scores in tables)
        weights = np.linalg.qr(moved)[0].astype(np.float32)
    return weights


def _scattered(tables: list[Floats]) -> Floats:
    """Where the iteration starts: by the content of a column, wherever it stands."""
    first, second = (
        np.einsum("dn,dn,dn->d", scores, scores, scores, dtype=np.float64) / scores.shape[1]
        for scores in tables
    )
    content = (first + second + first * second)[:, None]
    return np.asarray(np.cos(SCATTERED * content * np.arange(1, AXES + 1)), np.float32)


def relations_to_axes(scores: Floats, weights: Floats) -> Products:
    """Of columns [features, rows] and axes [features, axes], each without the column's own part."""
    return _without_own(_products(scores, weights), weights, scores.shape[1])


def _products(scores: Floats, weights: Floats) -> _Products:
    n = np.float32(scores.shape[1])
    axes = weights.T @ scores  # [axes, rows]
    squares = axes * axes
    m11, m13 = scores @ axes.T / n, scores @ (squares * axes).T / n
    m22, m31, fourth = np.empty_like(m11), np.empty_like(m11), np.empty_like(m11[:, :1])
    height = max(1, PANEL_CELLS // scores.shape[1])
    for first in range(0, len(scores), height):
        panel = slice(first, first + height)
        own = scores[panel] * scores[panel]
        m22[panel] = own @ squares.T / n
        fourth[panel, 0] = np.einsum("dn,dn->d", own, own) / n
        own *= scores[panel]
        m31[panel] = own @ axes.T / n
    return _Products(
        m11, m22, m31, m13, fourth, squares.mean(axis=1), np.square(squares).mean(axis=1)
    )


def _without_own(of: _Products, w: Floats, n: int) -> Products:
    """Products of columns and axes minus w times the column; these are scaled to variance 1."""
    own_variance = of.own_fourth > 0  # 1, or 0 where a column is constant in this table
    variance = of.axis_variance - 2 * w * of.m11 + w**2 * own_variance
    least = np.maximum(LEAST_REST * of.axis_variance, CONSTANT)
    scale = 1 / np.sqrt(np.where(variance > least, variance, np.inf))
    fourth = of.axis_fourth - 4 * w * of.m13 + 6 * w**2 * of.m22 - 4 * w**3 * of.m31
    fourth += w**4 * of.own_fourth
    cross = of.m13 - 3 * w * of.m22 + 3 * w**2 * of.m31 - w**3 * of.own_fourth
    made = (
        (of.m11 - w * own_variance) * scale,
        (of.m22 - 2 * w * of.m31 + w**2 * of.own_fourth) * scale**2,
        (of.m31 - w * of.own_fourth) * scale + cross * scale**3,
        of.own_fourth,
        fourth * scale**4,
    )
    return Products(n, *(each.astype(np.float32) for each in made))
