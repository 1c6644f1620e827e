"""The order of columns of any values, by sorting.

Sorting is what costs time here, so a value and the row it stands in are one 64-bit key, which NumPy
sorts with vector instructions and without an index array.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.margins.pooled_order import (
    Columns,
    PooledOrder,
    beginnings,
    steps,
)

MISSING = np.iinfo(np.int32).max
"""Sorts behind every number."""
LOW, HIGH = (0, 1) if np.little_endian else (1, 0)
"""Where the halves of an int64 lie in memory."""


@dataclass(frozen=True, eq=False)
class SortedOrder(PooledOrder):
    cells: NDArray[np.intp]
    """Cells of the flattened columns in the order of their values."""

    def to_rows(self, of_groups: NDArray[np.float32]) -> NDArray[np.float32]:
        in_order = of_groups
        if len(self.starts) < len(self.cells):
            in_order = np.repeat(of_groups, steps(self.starts, len(self.cells)))
        spread = np.empty(self.columns.shape, np.float32)
        spread.reshape(-1)[self.cells] = in_order
        return spread

    def values(self) -> NDArray[np.float32]:
        return self.values_of(np.arange(len(self.starts)))

    def values_of(self, groups: NDArray[np.intp]) -> NDArray[np.float32]:
        return np.asarray(self.columns.reshape(-1)[self.cells[self.starts[groups]]])


def sorted_order(columns: Columns, cut: int) -> SortedOrder:
    """Order columns of two tables; the rows of the query begin at ``cut``.

    >>> order = sorted_order(np.array([[2.0, 1.0, 2.0]], np.float32), cut=2)
    >>> order.cells.tolist(), order.size.tolist(), order.query.tolist()
    ([1, 0, 2], [1, 2], [0, 1])
    """
    keys = _keys(columns)
    keys.sort(axis=1)
    value = keys.view(np.int32)[:, HIGH::2]
    is_new = np.ones(columns.shape, np.bool_)
    np.not_equal(value[:, 1:], value[:, :-1], out=is_new[:, 1:])
    incomplete = value[:, -1] == MISSING
    starts = np.flatnonzero(is_new)
    rows = np.bitwise_and(keys, 0xFFFFFFFF, out=keys)
    size = steps(starts, columns.size)
    earlier = np.zeros(columns.size + 1, np.int32)
    np.cumsum(rows.reshape(-1) >= cut, out=earlier[1:])
    query = steps(earlier.take(starts), earlier[-1])
    if incomplete.any():
        ends = beginnings(columns)[incomplete] + columns.shape[1]
        missing = np.searchsorted(starts, ends) - 1  # the last groups of these columns
        size[missing] = query[missing] = 0
    rows += beginnings(columns)[:, None]
    return SortedOrder(columns, starts, size, query, rows.reshape(-1))


def _keys(columns: Columns) -> NDArray[np.int64]:
    """Sort as the values do, and say in their low half which row it was; [features, rows]."""
    bits = (columns + np.float32(0)).view(np.int32)  # -0 equals 0
    bits ^= (bits >> 31) & np.int32(0x7FFFFFFF)  # negative floats sort backwards
    np.copyto(bits, MISSING, where=np.isnan(columns))
    keys = np.empty(columns.shape, np.int64)
    halves = keys.view(np.int32)
    halves[:, HIGH::2] = bits
    halves[:, LOW::2] = np.arange(columns.shape[1], dtype=np.int32)
    return keys
