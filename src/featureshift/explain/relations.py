"""How two columns vary together, and whether that changed.

The change of a correlation is studentized with the fourth co-moments of each table, which holds for
binary and discrete columns too, where Fisher's z does not.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.methods.graphnet.relations.correlation import asymptotic_variance

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

ENOUGH_ROWS = 20


class Correlations(NamedTuple):
    """Of a column with each of several others [others]."""

    r: Vector
    variance: Vector
    """Of r, were the rows drawn anew."""


class Relation(NamedTuple):
    partner: str
    measure: str
    """"correlation" or "association"."""
    reference: float
    query: float
    z: float
    """Studentized change, the largest of all indicators where one column is categorical, brought
    down to what it would be alone."""


def correlations(column: Vector, others: Matrix) -> Correlations:
    """Over the rows where both are present; 0 with an infinite variance where these are too few.

    >>> both = correlations(np.arange(40.0), np.arange(40.0)[:, None])
    >>> both.r.tolist()
    [1.0]
    """
    both = ~np.isnan(column)[:, None] & ~np.isnan(others)
    n = np.maximum(both.sum(axis=0), 1)
    x, y = (_standardized(np.where(both, a, 0.0), both, n) for a in (column[:, None], others))
    x2, y2, xy = x * x, y * y, x * y
    r = xy.sum(axis=0) / n
    m22, mixed = (xy * xy).sum(axis=0) / n, ((x2 + y2) * xy).sum(axis=0) / n
    m40, m04 = (x2 * x2).sum(axis=0) / n, (y2 * y2).sum(axis=0) / n
    variance = asymptotic_variance(r, m22, mixed, m40, m04) / n
    # Few co-occurrences give a moment of zero; a single row more would change r by about 1 / n.
    variance = np.maximum(variance, (1 - r**2) ** 2 / (4 * n) + 1 / n.astype(float) ** 2)
    known = (n >= ENOUGH_ROWS) & (m40 > 0) & (m04 > 0)
    return Correlations(np.where(known, r, 0.0), np.where(known, variance, np.inf))


def crossed(columns: Matrix, others: Matrix) -> Correlations:
    """Of each column with each other [columns * others], all others of the first column first."""
    each = [correlations(column, others) for column in columns.T]
    return Correlations(*(np.concatenate(part) for part in zip(*each, strict=True)))


def _standardized(values: Matrix, both: NDArray[np.bool_], n: NDArray[np.int64]) -> Matrix:
    centered = np.where(both, values - values.sum(axis=0) / n, 0.0)
    deviation = np.sqrt((centered**2).sum(axis=0) / n)
    return centered / np.where(deviation > 1e-12, deviation, np.inf)


def change(reference: Correlations, query: Correlations) -> Vector:
    """Studentized change of each correlation."""
    return (query.r - reference.r) / np.sqrt(reference.variance + query.variance)


def relate(column: ColumnPair, partner: ColumnPair) -> Relation:
    """The relation of two columns before and after."""
    sides = [
        crossed(own, other) for own, other in zip(column.standing, partner.standing, strict=True)
    ]
    z = change(*sides)
    worst = float(np.abs(z).max())
    if column.categorical or partner.categorical:
        before, after = (min(float(np.abs(side.r).max()), 1.0) for side in sides)
        return Relation(partner.feature, "association", before, after, alone(worst, len(z)))
    before, after = (float(side.r[0]) for side in sides)
    return Relation(partner.feature, "correlation", before, after, worst)


def alone(z: float, tests: int) -> float:
    """The largest of several standard normal numbers as if it were one alone (Bonferroni)."""
    return math.sqrt(max(z * z - 2 * math.log(max(tests, 1)), 0.0))
