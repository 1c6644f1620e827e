"""What the columns of a table hold, as one small number each, to find copies under other names."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MAX_COLUMNS = 200
MIN_LEVELS = 10
_MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


def column_sketch(values: NDArray[np.float32]) -> frozenset[int]:
    """The smallest hash of the distinct values of each telling column of [rows, features].

    Two columns agree with a probability equal to the overlap of their values, so most columns of a
    table and of a sample of its rows do. Columns of few levels and of whole numbers without gaps
    (ages, years, scores) are left out: unrelated tables share them.

    >>> values = np.random.default_rng(0).random((500, 6)).astype(np.float32)
    >>> column_sketch(values) == column_sketch(values[::-1, ::-1])
    True
    >>> column_sketch(np.round(50 * values))
    frozenset()
    """
    return frozenset(
        _smallest(levels)
        for levels in map(_levels, values[:, :MAX_COLUMNS].T)
        if len(levels) >= MIN_LEVELS and not _is_dense(levels)
    )


def _levels(column: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.unique(column[np.isfinite(column)])


def _is_dense(levels: NDArray[np.float32]) -> bool:
    whole = bool((levels == np.round(levels)).all())
    return whole and float(levels[-1]) - float(levels[0]) < 2 * len(levels)


def _smallest(levels: NDArray[np.float32]) -> int:
    bits = levels.view(np.uint32).astype(np.uint64) * _MIX[0]
    bits = (bits ^ (bits >> np.uint64(29))) * _MIX[1]
    return int((bits ^ (bits >> np.uint64(32))).min())
