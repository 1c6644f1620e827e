"""How the relations between columns changed: some columns against others.

Scores are standardized in each table, so that a correlation is a mean of products. Its sampling
error comes from fourth co-moments of the same rows: Fisher's formula is wrong by an order of
magnitude in the tails for binary and discrete columns.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices

Floats = NDArray[np.float32]
Real = TypeVar("Real", np.float32, np.float64)
CONSTANT = 1e-6
"""A standard deviation below this is rounding noise."""
LEAST_VARIANCE = 1e-3
"""Of a correlation, times n, and one over n more: near copies would seem exact otherwise."""
USUAL_WEIGHT = 10.0
"""Product of the fourth moments of two columns of which no single row has much weight; of two
normal ones it is 9."""
ROW_SHARE = 0.25
"""Of that weight which counts as error: a single row alone then makes a score of 2."""
FEW_ROWS = 5.0
"""In effect, of which each has much weight in a correlation of squares."""
DOUBTFUL_SPREAD = 20.0
"""Of squares, over n: those of a balanced binary column spread by chance alone."""
UNKNOWN = 1e6
"""Variance, times n, of the correlation with a constant: nothing is known about it."""
PANEL_CELLS = 1 << 18
"""Cells that are worked on at once: they stay in the cache."""


class Standardized(NamedTuple):
    """One table: scores of mean 0 and variance 1, [features, rows]."""

    scores: Floats
    fourth: Floats
    """Mean of the fourth power, [features]."""
    spread: Floats
    """What the scores were divided by, [features]; 0 for a constant."""

    @property
    def n(self) -> int:
        return int(self.scores.shape[1])

    def first(self, rows: int) -> Standardized:
        """The first rows by themselves."""
        if self.n <= rows:
            return self
        few = standardize(self.scores[:, :rows])
        return few._replace(spread=few.spread * self.spread)

    def some(self, which: slice | NDArray[np.intp]) -> Standardized:
        """Some of the features."""
        return Standardized(self.scores[which], self.fourth[which], self.spread[which])


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


class Products(NamedTuple):
    """Means of products of powers of own and other scores, [own, others] each."""

    n: int
    m11: Floats
    m22: Floats
    mixed: Floats
    """Cube by score plus score by cube."""
    own_fourth: Floats
    """[own, 1]"""
    other_fourth: Floats
    """[others] or [own, others]"""

    def rows(self, part: slice) -> Products:
        """Those of some of the features, as views; for others that all features share."""
        return self._replace(
            m11=self.m11[part],
            m22=self.m22[part],
            mixed=self.mixed[part],
            own_fourth=self.own_fourth[part],
        )


def standardize(scores: Floats) -> Standardized:
    """Of one table, [features, rows]; a constant becomes 0."""
    n_features, n = scores.shape
    of_features = np.empty((2, n_features), np.float32)
    made = Standardized(np.empty(scores.shape, np.float32), *of_features)

    def of_panel(panel: slice) -> None:
        centered = made.scores[panel]
        np.subtract(scores[panel], scores[panel].mean(axis=1, keepdims=True), out=centered)
        spread = np.sqrt(np.einsum("dn,dn->d", centered, centered) / n)
        centered /= np.where(spread > CONSTANT, spread, np.inf)[:, None]
        made.spread[panel] = np.where(spread > CONSTANT, spread, 0)
        squares = centered * centered
        made.fourth[panel] = np.einsum("dn,dn->d", squares, squares) / n

    each(of_panel, slices(n_features, PANEL_CELLS // max(n, 1)))
    return made


def all_products(table: Standardized) -> Products:
    """Of every feature with every other: symmetric, so that half the work is enough."""
    n = np.float32(table.n)
    scores = table.scores
    powers: Floats = scores * scores
    m11, m22 = scores @ scores.T, powers @ powers.T
    powers *= scores
    m31 = powers @ scores.T
    mixed = m31 + m31.T
    for matrix in (m11, m22, mixed):
        matrix /= n
    return Products(table.n, m11, m22, mixed, table.fourth[:, None], table.fourth)


def some_products(
    table: Standardized, own: NDArray[np.intp], others: NDArray[np.intp] | None
) -> Products:
    """Of the features ``own`` with ``others``; None: with all features."""
    n = np.float32(table.n)
    fourth = table.fourth if others is None else table.fourth[others]
    mine, met = table.scores[own], table.scores if others is None else table.scores[others]
    squares: Floats = mine * mine
    met_squares: Floats = met * met
    m11, m22 = mine @ met.T, squares @ met_squares.T
    squares *= mine
    met_squares *= met
    mixed = squares @ met.T
    mixed += mine @ met_squares.T
    for matrix in (m11, m22, mixed):
        matrix /= n
    return Products(table.n, m11, m22, mixed, table.fourth[own, None], fourth)


def pair_products(table: Standardized, own: NDArray[np.intp], others: NDArray[np.intp]) -> Products:
    """Of each of the features ``own`` with others of its own, [own, k]."""
    sums = np.empty((3, *others.shape), np.float32)
    height = max(1, PANEL_CELLS // (others.shape[1] * table.n))
    for first in range(0, len(own), height):
        panel = slice(first, first + height)
        _pair_sums(table, own[panel], others[panel], sums[:, panel])
    sums /= np.float32(table.n)
    m11, m22, mixed = sums
    return Products(table.n, m11, m22, mixed, table.fourth[own, None], table.fourth[others])


def _pair_sums(
    table: Standardized, own: NDArray[np.intp], others: NDArray[np.intp], sums: Floats
) -> None:
    """Sums over rows of what ``Products`` holds, into ``sums`` [3, own, k]."""
    mine = table.scores[own][:, :, None]
    squares = mine * mine
    met = table.scores[others]  # [own, k, rows]
    sums[0] = (met @ mine)[:, :, 0]
    sums[2] = (met @ (squares * mine))[:, :, 0]
    powers = met * met
    sums[1] = (powers @ squares)[:, :, 0]
    powers *= met
    sums[2] += (powers @ mine)[:, :, 0]


def strip(
    reference: Standardized,
    query: Standardized,
    own: NDArray[np.intp],
    others: NDArray[np.intp] | None = None,
) -> Strip:
    """The relations of the features ``own`` to ``others``; None: to all features."""
    made = [some_products(table, own, others) for table in (reference, query)]
    met = np.arange(len(reference.scores)) if others is None else others
    return relate(made[0], made[1], own, met)


def pair_strip(
    reference: Standardized, query: Standardized, own: NDArray[np.intp], others: NDArray[np.intp]
) -> Strip:
    """The relations of each of the features ``own`` to others of its own, [own, k]."""
    made = [pair_products(table, own, others) for table in (reference, query)]
    return relate(made[0], made[1], own, others)


def relate(
    reference: Products, query: Products, own: NDArray[np.intp], others: NDArray[np.intp]
) -> Strip:
    """What the products say of the features ``own`` and ``others``, [others] or [own, others].

    Correlations are those of the products, not copies.
    """
    change = query.m11 - reference.m11
    error = correlation_variance(reference)
    error += correlation_variance(query)
    change /= np.sqrt(error, out=error)
    sure = _sureness(reference, query)
    squares = [_of_squares(products, sure) for products in (reference, query)]
    square_change = squares[1] - squares[0]
    square_change *= np.float32(np.sqrt(reference.n * query.n / (reference.n + query.n)))
    made = Strip(reference.m11, query.m11, change, squares[0], squares[1], square_change)
    itself = np.nonzero(own[:, None] == others)
    for matrix in made:
        matrix[itself] = 0
    return made


def asymptotic_variance(
    r: NDArray[Real],
    m22: NDArray[Real],
    mixed: NDArray[Real],
    own_fourth: NDArray[Real],
    other_fourth: NDArray[Real],
) -> NDArray[Real]:
    """Of correlations ``r``, times the number of rows, out of fourth co-moments as in ``Products``.

    What few rows leave uncertain is not in it.

    >>> half = np.array([0.5])  # of two normal columns, where Fisher's formula holds
    >>> asymptotic_variance(half, 1 + 2 * half**2, 6 * half, np.array([3.0]), np.array([3.0]))
    array([0.5625])
    """
    variance = own_fourth + other_fourth
    variance *= 0.5
    variance += m22
    variance *= r
    variance *= 0.5
    variance -= mixed
    variance *= r
    variance += m22
    return variance


def correlation_variance(products: Products) -> Floats:
    """Of the correlations, by sampling.

    A handful of ones says little about it: two of them in one row make a correlation that seems
    exact. So what a single row weighs is part of it, where that is much.
    """
    variance = asymptotic_variance(*products[1:])
    variance += single_row_variance(products.own_fourth, products.other_fourth, products.n)
    for fourth in (products.own_fourth, products.other_fourth):
        variance += np.where(fourth > 0, np.float32(0), np.float32(UNKNOWN))
    np.maximum(variance, np.float32(LEAST_VARIANCE + 1 / products.n), out=variance)
    variance /= np.float32(products.n)
    return variance


def single_row_variance(own_fourth: Floats, other_fourth: Floats, n: int) -> Floats:
    """What a single row adds to the variance of a correlation, times n, where it weighs much."""
    weight = own_fourth * other_fourth
    weight -= np.float32(USUAL_WEIGHT)
    np.maximum(weight, 0, out=weight)
    weight *= np.float32(ROW_SHARE / n)
    return weight


def _sureness(reference: Products, query: Products) -> tuple[Floats, Floats]:
    """How much the squares of own and other scores can tell, from 0 to 1.

    Less where a handful of rows would decide, nothing of a constant. It is the same for both
    tables, so that a relation they share stays the same in tables of different length.
    """
    tables = [(table, np.float32(table.n)) for table in (reference, query)]
    own = [_of_fourth(table.own_fourth, n) for table, n in tables]
    other = [_of_fourth(table.other_fourth, n) for table, n in tables]
    return np.minimum(*own), np.minimum(*other)


def _of_fourth(fourth: Floats, n: np.float32) -> Floats:
    spread = np.maximum(fourth - 1, 0)
    few, doubtful = np.float32(FEW_ROWS) / n, np.float32(DOUBTFUL_SPREAD) / n
    return np.asarray(np.sqrt(spread / (spread * (1 + few * fourth) + doubtful)))


def _of_squares(products: Products, sure: tuple[Floats, Floats]) -> Floats:
    """Correlations of squared scores."""
    own, other = (
        certain / np.sqrt(np.maximum(fourth - 1, np.float32(CONSTANT)))
        for certain, fourth in zip(sure, (products.own_fourth, products.other_fourth), strict=True)
    )
    made = products.m22 - np.float32(1)
    made *= own
    made *= other
    return np.asarray(np.clip(made, -1, 1, out=made))
