"""How the relations between columns changed: a strip of columns against all, never all at once.

Scores are standardized in each table, so that a correlation is a mean of products. Its sampling
error comes from fourth co-moments of the same rows: Fisher's formula is wrong by an order of
magnitude in the tails for binary and discrete columns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
CONSTANT = 1e-6
"""A standard deviation below this is rounding noise."""
LEAST_VARIANCE = 1e-3
"""Of a correlation, times n: columns with a handful of ones would seem exact otherwise."""


class Standardized(NamedTuple):
    """One table: scores of mean 0 and variance 1, and their powers, [features, rows]."""

    scores: Floats
    squares: Floats
    cubes: Floats
    fourth: Floats
    """Mean of the fourth power, [features]."""

    @property
    def n(self) -> int:
        return int(self.scores.shape[1])


class Strip(NamedTuple):
    """Some features against all, [some, features] each; 0 where a feature meets itself."""

    reference: Floats
    """Correlations in the reference."""
    query: Floats
    change: Floats
    """Of the correlation, in standard errors."""
    square_reference: Floats
    """Correlations of squared scores: what is related otherwise than linearly."""
    square_query: Floats
    square_change: Floats


def standardize(scores: Floats) -> Standardized:
    """Of one table, [features, rows]; a constant becomes 0."""
    centered = scores - scores.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.einsum("dn,dn->d", centered, centered) / scores.shape[1])
    centered /= np.where(spread > CONSTANT, spread, np.inf)[:, None]
    squares = centered * centered
    fourth = np.einsum("dn,dn->d", squares, squares) / scores.shape[1]
    return Standardized(centered, squares, squares * centered, fourth)


class _Side(NamedTuple):
    correlation: Floats
    variance: Floats
    of_squares: Floats


def strip(reference: Standardized, query: Standardized, panel: slice) -> Strip:
    """The relations of the features in ``panel`` to all features."""
    own, other = _side(reference, panel), _side(query, panel)
    change = (other.correlation - own.correlation) / np.sqrt(own.variance + other.variance)
    root = np.sqrt(reference.n * query.n / (reference.n + query.n))
    square_change = (other.of_squares - own.of_squares) * np.float32(root)
    made = Strip(
        own.correlation, other.correlation, change, own.of_squares, other.of_squares, square_change
    )
    rows = np.arange(len(change))
    for matrix in made:
        matrix[rows, rows + panel.start] = 0
    return made


def _side(table: Standardized, panel: slice) -> _Side:
    """Correlations, their sampling variance, and correlations of squares."""
    n, fourth = np.float32(table.n), table.fourth
    r = table.scores[panel] @ table.scores.T / n
    m22 = table.squares[panel] @ table.squares.T / n
    m31 = table.cubes[panel] @ table.scores.T / n
    m13 = table.scores[panel] @ table.cubes.T / n
    fourths = fourth[panel, None] + fourth
    variance = (1 + r * r / 2) * m22 + r * r / 4 * fourths - r * (m31 + m13)
    spread = np.sqrt(np.maximum(fourth - 1, CONSTANT))
    of_squares = (m22 - 1) / (spread[panel, None] * spread)
    return _Side(r, np.maximum(variance, LEAST_VARIANCE) / n, np.clip(of_squares, -1, 1))
