"""What chance can do: the largest score of any column when the sources of rows are permuted.

If nothing is shifted, which table a row came from says nothing about it: the given labels are one
of many that were equally likely, and their largest score is above those of B permuted labelings
with probability 1 / (B + 1). As the largest over columns is compared, a level holds for the table
as a whole.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.05
"""The chance of calling any column shifted where none is."""


def relabelings(
    is_query: NDArray[np.bool_], number: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Which rows are called the query [number, rows], each a permutation of ``is_query``."""
    return rng.permuted(np.tile(is_query, (number, 1)), axis=1)


def null_threshold(largest: ArrayLike, level: float = LEVEL) -> float:
    """The value a further largest null score exceeds with probability ``level`` at most.

    Exact for exchangeable scores; with fewer than 1 / level - 1 of them it is their maximum.

    >>> null_threshold(range(1, 21)), null_threshold(range(1, 41))
    (20.0, 39.0)
    """
    ascending = np.sort(np.asarray(largest, np.float64))
    # Rounded first: 0.95 * 20 may come out a hair above 19.
    rank = math.ceil(round((1 - level) * (len(ascending) + 1), 9))
    return float(ascending[min(rank, len(ascending)) - 1])


def reached_level(number: int, level: float = LEVEL) -> float:
    """The level that so many labelings can keep.

    >>> reached_level(19), reached_level(9)
    (0.05, 0.1)
    """
    return max(level, 1 / (number + 1))
