"""The order of columns that hold two values, or one: a comparison tells which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.margins.pooled_order import (
    Columns,
    PooledOrder,
    groups_of_counts,
)

PROBED = 64
"""Rows that show of most columns that they hold more values."""


class Kinds(NamedTuple):
    """Which cells hold the low value, which the high one, and which none; [features, rows]."""

    low: NDArray[np.bool_]
    high: NDArray[np.bool_]
    missing: NDArray[np.bool_]

    def counts(self, rows: slice) -> NDArray[np.intp]:
        """How many of some rows are of each kind, [features, 3]."""
        counts = [kind[:, rows].sum(axis=1, dtype=np.int32) for kind in self]
        return np.stack(counts, axis=1).astype(np.intp)


@dataclass(frozen=True, eq=False)
class BinaryOrder(PooledOrder):
    kinds: Kinds
    kind: NDArray[np.intp]
    """Of each group, three for each column."""

    def to_rows(self, of_groups: NDArray[np.float32]) -> NDArray[np.float32]:
        of_kinds = np.zeros((len(self.columns), 3), np.float32)
        of_kinds.reshape(-1)[self.kind] = of_groups
        low, high, missing = of_kinds.T[:, :, None]
        # One of the products is not 0, so that their sum is exact; np.where takes longer.
        spread = np.multiply(self.kinds.low, low)
        spread += np.multiply(self.kinds.high, high)
        if missing.any():
            spread += np.multiply(self.kinds.missing, missing)
        return np.asarray(spread)

    def values(self) -> NDArray[np.float32]:
        low, high = _ends(self.columns)
        of_kinds = np.concatenate([low, high, np.zeros_like(low)], axis=1)
        return np.asarray(of_kinds.reshape(-1)[self.kind])


def binary_order(columns: Columns, cut: int) -> tuple[NDArray[np.bool_], BinaryOrder | None]:
    """Say which columns of two tables hold at most two values, both finite, and order those.

    The rows of the query begin at ``cut``.

    >>> columns = np.array([[0, 1, 1], [5, 6, 7], [2, 2, np.nan]], np.float32)
    >>> two, order = binary_order(columns, cut=1)
    >>> two, order.size.tolist(), order.query.tolist()
    (array([ True, False,  True]), [1, 2, 2, 0], [0, 2, 1, 0])
    """
    two, _ = _tell(columns[:, :: 1 + columns.shape[1] // PROBED])
    if not two.any():
        return two, None
    likely = columns if two.all() else columns[two]
    told, kinds = _tell(likely)
    two[two] = told
    return two, _order(likely, cut, told, kinds) if told.any() else None


def _tell(columns: Columns) -> tuple[NDArray[np.bool_], Kinds]:
    """Whether two values are all of a column, [features], and where they stand."""
    low, high = _ends(columns)
    high = np.where(high > low, high, np.float32(np.nan))  # one value is the low one
    kinds = Kinds(columns == low, columns == high, np.isnan(columns))
    known = kinds.low | kinds.high
    known |= kinds.missing
    return known.all(axis=1) & ~np.isinf(low[:, 0]) & ~np.isinf(high[:, 0]), kinds


def _order(columns: Columns, cut: int, two: NDArray[np.bool_], kinds: Kinds) -> BinaryOrder:
    if not two.all():
        columns, kinds = columns[two], Kinds(*(kind[two] for kind in kinds))
    groups = groups_of_counts(kinds.counts(slice(cut)), kinds.counts(slice(cut, None)))
    return BinaryOrder(columns, groups.starts, groups.size, groups.query, kinds, groups.kind)


def _ends(columns: Columns) -> tuple[Columns, Columns]:
    """The least and the greatest value of each column, [features, 1]."""
    least = np.fmin.reduce(columns, axis=1, keepdims=True)
    return least, np.fmax.reduce(columns, axis=1, keepdims=True)
