"""The values of each column of both tables in one order: what every rank statistic starts from.

Sorting is the only thing here that costs time, so a value and the row it stands in are one 64-bit
key, which NumPy sorts with vector instructions and without an index array.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from featureshift.descriptors.functional import Block

MISSING = np.iinfo(np.int32).max
"""Sorts behind every number."""


@dataclass(frozen=True, eq=False)
class PooledOrder:
    """Groups of equal values, in order, column after column; [groups] unless said otherwise."""

    rows: NDArray[np.int32]
    """Row numbers in the order of their values, missing ones last, [features, rows]; those of the
    query follow those of the reference."""
    starts: NDArray[np.intp]
    """Where each group begins in ``rows``, flattened."""
    query: NDArray[np.int32]
    """Present values of each group in the query."""
    size: NDArray[np.int64]
    """Present values of each group; 0 for the group of missing ones."""

    @cached_property
    def column(self) -> NDArray[np.intp]:
        return np.asarray(self.starts // self.rows.shape[1])

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """The first group of each column, [features]."""
        return np.searchsorted(self.column, np.arange(len(self.rows)))

    @cached_property
    def before(self) -> NDArray[np.intp]:
        """Present values of the column in earlier groups."""
        return np.asarray(self.starts - self.column * self.rows.shape[1])

    @cached_property
    def present(self) -> NDArray[np.float64]:
        """Present values of both tables, [features]; at least 1, so that shares are finite."""
        return np.maximum(self.total(self.size), 1)

    @cached_property
    def present_query(self) -> NDArray[np.float64]:
        return np.maximum(self.total(self.query), 1)

    @cached_property
    def present_reference(self) -> NDArray[np.float64]:
        return np.maximum(self.total(self.size - self.query), 1)

    def total(self, of_groups: NDArray[np.generic]) -> NDArray[np.float64]:
        """The sum over the groups of each column, [features]."""
        return np.add.reduceat(of_groups.astype(np.float64), self.first)

    def group_at(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """The group that holds the value at each place [features, k] of its column's order."""
        offsets = np.arange(len(self.rows))[:, None] * self.rows.shape[1]
        return np.asarray(np.searchsorted(self.starts, places + offsets, side="right") - 1)

    def to_rows(self, of_groups: NDArray[np.float32]) -> NDArray[np.float32]:
        """Each row gets what its group has, [features, rows]."""
        n_features, n_rows = self.rows.shape
        lengths = np.diff(self.starts, append=n_features * n_rows)
        in_order = np.repeat(of_groups, lengths).reshape(n_features, n_rows)
        spread = np.empty((n_features, n_rows), np.float32)
        np.put_along_axis(spread, self.rows.astype(np.intp), in_order, axis=1)
        return spread


def pooled_order(reference: Block, query: Block) -> PooledOrder:
    """Order the columns of two tables [rows, features], NaN where a value is missing.

    >>> order = pooled_order(np.array([[2.0], [1.0]], np.float32), np.array([[2.0]], np.float32))
    >>> order.rows.tolist(), order.size.tolist(), order.query.tolist()
    ([[1, 0, 2]], [1, 2], [0, 1])
    """
    values = np.concatenate([reference, query]).T + np.float32(0)  # -0 equals 0
    keys = _keys(np.ascontiguousarray(values, np.float32))
    keys.sort(axis=1)
    halves = keys.view(np.int32).reshape(*keys.shape, 2)
    row, value = (halves[..., i] for i in _low_and_high())
    is_new = np.ones(value.shape, np.bool_)
    np.not_equal(value[:, 1:], value[:, :-1], out=is_new[:, 1:])
    starts = np.flatnonzero(is_new)
    missing = value.reshape(-1)[starts] == MISSING if np.isnan(values).any() else None
    in_query = np.add.reduceat((row >= len(reference)).ravel(), starts, dtype=np.int32)
    size = np.diff(starts, append=value.size)
    if missing is not None:
        in_query, size = (np.where(missing, 0, counts) for counts in (in_query, size))
    return PooledOrder(np.ascontiguousarray(row), starts, in_query, size)


def _keys(values: NDArray[np.float32]) -> NDArray[np.int64]:
    """[features, rows]: sort as the values do, and say in their low half which row it was."""
    bits = values.view(np.int32)
    ordered = bits ^ ((bits >> 31) & np.int32(0x7FFFFFFF))  # negative floats sort backwards
    ordered = np.where(np.isnan(values), MISSING, ordered)
    return (ordered.astype(np.int64) << 32) | np.arange(values.shape[1], dtype=np.int64)


def _low_and_high() -> tuple[int, int]:
    """Where the halves of an int64 lie in memory."""
    return (0, 1) if np.little_endian else (1, 0)
