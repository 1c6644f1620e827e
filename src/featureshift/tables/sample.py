"""A bounded sample of rows that merges, and ignores row order and partitioning.

Rows are kept by the smallest 64-bit hashes of their content (bottom-k), so the same rows are kept
whatever order or partition they come in. Identical rows share a key and carry a count. A table of
at most ``capacity`` distinct rows is its own sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.arrow import hash_text

GOLDEN = 0x9E3779B97F4A7C15
_CACHED_CELLS = 1 << 15
"""Hashed at a time: what stays in the cache is ten times faster than a pass over memory."""
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


def column_salts(names: Sequence[str], seed: int) -> NDArray[np.uint64]:
    """One odd multiplier per column name, so that column order does not matter."""
    salts = np.array([hash_text(name) for name in names], dtype=np.uint64)
    return np.asarray(scramble(salts + np.uint64(seed * GOLDEN % 2**64)) | np.uint64(1))


def row_keys(values: NDArray[np.floating[Any]], salts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A 64-bit hash of each row [rows]; -0 equals 0 and every NaN equals every other.

    The sum over columns of salt times bits is universal in its high bits only; numbers with short
    mantissas differ in high bits only, so these are folded down first.
    """
    keys = np.empty(len(values), np.uint64)
    step = max(_CACHED_CELLS // max(values.shape[1], 1), 1)
    for start in range(0, len(values), step):
        cells = np.add(values[start : start + step], 0.0, dtype=np.float64)
        missing = np.isnan(cells)
        if missing.any():
            cells[missing] = np.nan
        bits = cells.view(np.uint64)
        bits ^= bits >> np.uint64(32)
        keys[start : start + step] = bits @ salts
    return scramble(keys)


def scramble(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finalizer of splitmix64: a bijection that spreads every input bit over all of them."""
    for shift, factor in zip((30, 27), _MIX, strict=True):
        x = (x ^ (x >> np.uint64(shift))) * factor
    return x ^ (x >> np.uint64(31))


@dataclass(frozen=True)
class RowSample:
    """Distinct raw rows in the order of their keys, with the number of times each occurred."""

    capacity: int
    keys: NDArray[np.uint64]
    counts: NDArray[np.int64]
    rows: NDArray[np.floating[Any]]
    """Raw values [kept, features]."""

    @classmethod
    def empty(cls, capacity: int, n_features: int) -> RowSample:
        rows = np.empty((0, n_features), dtype=np.float32)
        return cls(capacity, np.empty(0, np.uint64), np.empty(0, np.int64), rows)

    def update(self, values: NDArray[np.floating[Any]], salts: NDArray[np.uint64]) -> RowSample:
        if self.capacity == 0:
            return self
        keys = row_keys(values, salts)
        if len(self.keys) == self.capacity:
            hopeful = keys <= self.keys[-1]
            keys, values = keys[hopeful], values[hopeful]
        return self._with(keys, np.ones(len(keys), np.int64), values)

    def merge(self, other: RowSample) -> RowSample:
        return self._with(other.keys, other.counts, other.rows)

    def _with(
        self,
        keys: NDArray[np.uint64],
        counts: NDArray[np.int64],
        rows: NDArray[np.floating[Any]],
    ) -> RowSample:
        keys = np.concatenate([self.keys, keys])
        unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        total = np.bincount(
            inverse, weights=np.concatenate([self.counts, counts]), minlength=len(unique)
        )
        first = first[: self.capacity]
        old = len(self.keys)
        dtype = np.result_type(self.rows, rows)
        kept = np.empty((len(first), self.rows.shape[1]), dtype=dtype)
        known = first < old
        kept[known] = self.rows[first[known]]
        kept[~known] = rows[first[~known] - old]
        return RowSample(
            self.capacity, unique[: self.capacity], total[: self.capacity].astype(np.int64), kept
        )
