"""Two samples of one column: do their distributions differ?"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.tails import tail_chance
from featureshift.methods.graphnet.margins.calibration import chi_square_score

Vector = NDArray[np.float64]

FEW_VALUES = 40
"""Up to so many distinct values, their shares are compared one by one."""

HEAP = 8
"""Rows expected in the smaller sample, from which on a share has a normal error."""


class Misfit(NamedTuple):
    """How far two distributions are apart."""

    distance: float
    """Largest difference of shares up to a value (or of a category), from 0 to 1."""
    p: float
    """Chance of one at least this large between two samples of the same distribution."""
    tail: float = 1.0
    """Chance of the gross outliers that one of them has, which distances do not show."""

    @property
    def chance(self) -> float:
        """Of what is more surprising, distance or outliers."""
        return min(1.0, self.p, 2 * self.tail)


SAME = Misfit(0.0, 1.0)


def numbers_misfit(first: Vector, second: Vector, resolution: float = 0.0) -> Misfit:
    """Between two ascending samples of numbers; discrete ones are also compared cell by cell.

    Values that differ by less than ``resolution`` are the same.

    >>> numbers_misfit(np.arange(100.0), np.arange(100.0)).p
    1.0
    >>> round(numbers_misfit(np.arange(100.0), np.arange(100.0) + 40).distance, 6)
    0.4
    >>> numbers_misfit(np.arange(100.0), np.arange(100.0) + 1e-9, resolution=1e-6).distance
    0.0
    """
    if len(first) == 0 or len(second) == 0:
        return SAME  # missing cells are compared elsewhere
    pooled = np.sort(np.concatenate([first, second]))
    # The last of each run of values that are the same: cells of a fixed width would part some.
    values = pooled[np.append(np.diff(pooled) > resolution, True)]
    below = [np.searchsorted(side, values, side="right") for side in (first, second)]
    distance = float(np.abs(below[0] / len(first) - below[1] / len(second)).max())
    counts = [np.diff(side, prepend=0) for side in below]
    chances = [
        kolmogorov(distance, len(first), len(second)),
        texture(*counts),
        heap_chance(*counts),
    ]
    if 1 < len(values) <= FEW_VALUES:
        chances.append(shares_misfit(*counts).p)
    return Misfit(distance, min(1.0, len(chances) * min(chances)), tail_chance(first, second))


def texture(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
    """Chance of so different numbers of distinct values, at equal numbers of rows.

    Rounding can leave every share up to a value as it was, and still nothing is as it was.

    >>> texture(np.array([1, 1, 1, 1]), np.array([1, 1, 1, 1]))
    1.0
    """
    n = min(int(first.sum()), int(second.sum()))
    own, other = (float(-np.expm1(_log_absent(counts, n)).sum()) for counts in (first, second))
    # Of a value seen once or twice, chance decides whether it is seen at all.
    z = abs(own - other) / math.sqrt(own + other)
    return float(2 * normal_tail(max(z - 0.5, 0.0)))


def heap_chance(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
    """Chance of a value with so different shares, out of all that hold more than a few rows."""
    n, m = int(first.sum()), int(second.sum())
    pooled = (first + second) / (n + m)
    large = pooled * min(n, m) >= HEAP
    if not large.any():
        return 1.0
    pooled = pooled[large]
    error = np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m)) + 1e-12
    z = float((np.abs(first[large] / n - second[large] / m) / error).max())
    return min(1.0, 2 * normal_tail(z) * int(large.sum()))


def _log_absent(counts: NDArray[np.int64], n: int) -> Vector:
    """Log of the chance that a value is not among n rows drawn out of all."""
    share = min(n / counts.sum(), 1 - 1e-12)
    return np.asarray(counts * math.log1p(-share))


def kolmogorov(distance: float, n_first: int, n_second: int) -> float:
    """Tail of the Kolmogorov distribution; too large, so never alarming, for discrete values."""
    root = math.sqrt(n_first * n_second / (n_first + n_second))
    x = (root + 0.12 + 0.11 / root) * distance
    if x < 0.2:
        return 1.0
    terms = ((2.0 if k % 2 else -2.0) * math.exp(-2 * (k * x) ** 2) for k in range(1, 20))
    return min(max(sum(terms), 0.0), 1.0)


def shares_misfit(first: NDArray[np.int64], second: NDArray[np.int64]) -> Misfit:
    """Chi-square between two vectors of counts; rare cells are pooled into one.

    >>> shares_misfit(np.array([50, 50]), np.array([60, 40])).p > 0.05
    True
    """
    if first.sum() == 0 or second.sum() == 0:
        return SAME
    distance = float(np.abs(first / first.sum() - second / second.sum()).max())
    table = np.stack([first, second]).astype(np.float64)
    smaller = min(first.sum(), second.sum()) / (first.sum() + second.sum())
    rare = table.sum(axis=0) * smaller < 5
    table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    table = table[:, table.sum(axis=0) > 0]
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    statistic = float(((table - expected) ** 2 / expected).sum())
    return Misfit(distance, chi_square_tail(statistic, table.shape[1] - 1))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """By the cube root of Wilson and Hilferty, good to a few percent of the tail."""
    if freedom <= 0:
        return 1.0
    return normal_tail(float(chi_square_score(statistic, freedom)))


def normal_tail(z: float) -> float:
    """Chance of a standard normal number above z."""
    return math.erfc(z / math.sqrt(2)) / 2
