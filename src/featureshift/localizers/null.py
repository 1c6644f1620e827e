"""A threshold for any score between columns and source: what it reaches when rows are relabeled.

If nothing is shifted, which table a row came from says nothing about it. So the sources of the
pooled rows are permuted, and the largest score any column then gets is what chance can do.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from featureshift.errors import OptionError
from featureshift.tables import Note

LEVEL = 0.05
"""The chance of calling any column shifted where none is."""


def relabelings(
    source: NDArray[np.int8], permutations: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """True for the query: the sources as they are, then permuted [1 + permutations, rows]."""
    own = source.astype(bool)
    return np.vstack([own, rng.permuted(np.tile(own, (permutations, 1)), axis=1)])


def null_threshold(largest: ArrayLike, level: float = LEVEL) -> float:
    """The value a further largest null score exceeds with probability ``level`` at most.

    Exact for exchangeable scores; with fewer than 1 / level - 1 of them it is their maximum.

    >>> null_threshold(range(1, 21)), null_threshold(range(1, 41))
    (20.0, 39.0)
    """
    ascending = np.sort(np.asarray(largest, np.float64))
    rank = math.ceil((1 - level) * (len(ascending) + 1))
    return float(ascending[min(rank, len(ascending)) - 1])


def decision_note(what: str, threshold: float, permutations: int, level: float) -> Note:
    message = (
        f"unless a number or a threshold is given, {what} above {threshold:.4g} means shifted: "
        f"{permutations} relabelings of the rows bound the largest value by chance "
        f"(level {max(level, 1 / (permutations + 1)):.2g})"
    )
    return Note(None, "decision-rule", message)


def check_null_options(permutations: int, level: float) -> None:
    if permutations < 1:
        raise OptionError(
            "permutations is below 1", expected="a positive number", found=repr(permutations)
        )
    if not 0 < level < 1:
        raise OptionError("level is no probability", expected="0 < level < 1", found=repr(level))
