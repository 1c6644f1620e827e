"""Columns as bits: is a value above a cut? Counting rows is then ``and`` and a population count.

Cuts are pooled quantiles; a column with few values is cut between all of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]
"""Packed rows [..., words]; padding bits are 0."""

_ONES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)


def cut_points(column: NDArray[np.float32], cuts: int) -> NDArray[np.float32]:
    """Ascending cuts [cuts]; ``column > cut`` is never empty unless the column is constant.

    Fewer values than that give the same cut twice, which does no harm.

    >>> cut_points(np.array([1, 2, 3, 4, 5, 6, 7, 8], np.float32), 3).tolist()
    [2.0, 4.0, 6.0]
    >>> cut_points(np.array([0, 1, 1, 1, 1, 1], np.float32), 3).tolist()
    [0.0, 0.0, 0.0]
    """
    ascending = np.sort(column)
    below_top = ascending[np.flatnonzero(np.diff(ascending))]
    if len(below_top) == 0:
        return np.full(cuts, ascending[-1])
    if len(below_top) <= cuts:
        return np.pad(below_top, (0, cuts - len(below_top)), mode="edge")
    quantiles = ascending[len(ascending) * np.arange(1, cuts + 1) // (cuts + 1) - 1]
    return np.asarray(np.minimum(quantiles, below_top[-1]))


def above_cuts(values: NDArray[np.float32], cuts: int) -> Bits:
    """Which rows of each column are above each of its cuts [features, cuts, words]."""
    columns = np.ascontiguousarray(values.T)
    return np.stack([pack(column > cut_points(column, cuts)[:, None]) for column in columns])


def pack(rows: NDArray[np.bool_]) -> Bits:
    """Flags [..., rows] as words [..., words]."""
    packed = np.packbits(rows, axis=-1)
    padding = [(0, 0)] * (packed.ndim - 1) + [(0, -packed.shape[-1] % 8)]
    return np.ascontiguousarray(np.pad(packed, padding)).view(np.uint64)


def count(bits: Bits) -> NDArray[np.int64]:
    """Rows that are set [...]."""
    # NumPy 1 has no population count; a table of bytes does the same, some ten times slower.
    ones = np.bitwise_count(bits) if hasattr(np, "bitwise_count") else count_by_table(bits)
    return np.asarray(ones.sum(axis=-1, dtype=np.int64))


def count_by_table(bits: Bits) -> NDArray[np.uint8]:
    return np.asarray(_ONES[np.ascontiguousarray(bits).view(np.uint8)])
