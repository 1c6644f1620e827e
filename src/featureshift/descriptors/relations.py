"""How the relations between columns changed: some columns against others, never all at once.

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
    """Some features against others, [some, others] each; 0 where a feature meets itself."""

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


def strip(
    reference: Standardized,
    query: Standardized,
    own: NDArray[np.intp],
    others: NDArray[np.intp] | None = None,
) -> Strip:
    """The relations of the features ``own`` to ``others``; None: to all features."""
    made = _strip(*(_products(table, own, others) for table in (reference, query)))
    met = np.arange(made.change.shape[1]) if others is None else others
    return _without_itself(made, own[:, None] == met)


def pair_strip(
    reference: Standardized, query: Standardized, own: NDArray[np.intp], others: NDArray[np.intp]
) -> Strip:
    """The relations of each of the features ``own`` to others of its own, [own, k]."""
    made = _strip(*(_pair_products(table, own, others) for table in (reference, query)))
    return _without_itself(made, own[:, None] == others)


class _Products(NamedTuple):
    """Means of products of powers of own and other scores, [own, others] each."""

    n: int
    m11: Floats
    m22: Floats
    m31: Floats
    m13: Floats
    own_fourth: Floats
    """[own, 1]"""
    other_fourth: Floats
    """[others] or [own, others]"""


def _products(
    table: Standardized, own: NDArray[np.intp], others: NDArray[np.intp] | None
) -> _Products:
    here = slice(None) if others is None else others
    n = np.float32(table.n)
    scores, squares, cubes = (power[own] for power in table[:3])
    return _Products(
        table.n,
        scores @ table.scores[here].T / n,
        squares @ table.squares[here].T / n,
        cubes @ table.scores[here].T / n,
        scores @ table.cubes[here].T / n,
        table.fourth[own, None],
        table.fourth[here],
    )


def _pair_products(
    table: Standardized, own: NDArray[np.intp], others: NDArray[np.intp]
) -> _Products:
    n = np.float32(table.n)
    met = table.scores[others]  # [own, k, rows]
    squares = met * met

    def mean(power: Floats, of_other: Floats) -> Floats:
        return np.asarray((of_other @ power[own][:, :, None])[:, :, 0] / n)

    m11, m31 = mean(table.scores, met), mean(table.cubes, met)
    m22 = mean(table.squares, squares)
    squares *= met
    m13 = mean(table.scores, squares)
    return _Products(table.n, m11, m22, m31, m13, table.fourth[own, None], table.fourth[others])


def _strip(reference: _Products, query: _Products) -> Strip:
    own, other = _side(reference), _side(query)
    change = (other.correlation - own.correlation) / np.sqrt(own.variance + other.variance)
    root = np.sqrt(reference.n * query.n / (reference.n + query.n))
    square_change = (other.of_squares - own.of_squares) * np.float32(root)
    return Strip(
        own.correlation, other.correlation, change, own.of_squares, other.of_squares, square_change
    )


def _side(products: _Products) -> _Side:
    """Correlations, their sampling variance, and correlations of squares."""
    r = products.m11
    fourths = products.own_fourth + products.other_fourth
    variance = (1 + r * r / 2) * products.m22 + r * r / 4 * fourths
    variance -= r * (products.m31 + products.m13)
    variance = np.maximum(variance, np.float32(LEAST_VARIANCE)) / np.float32(products.n)
    own, other = (
        np.sqrt(np.maximum(fourth - 1, CONSTANT))
        for fourth in (products.own_fourth, products.other_fourth)
    )
    of_squares = np.clip((products.m22 - 1) / (own * other), -1, 1)
    return _Side(r, variance.astype(np.float32), of_squares)


def _without_itself(made: Strip, itself: NDArray[np.bool_]) -> Strip:
    for matrix in made:
        matrix[itself] = 0
    return made
