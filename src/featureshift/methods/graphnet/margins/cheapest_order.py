"""Each column ordered in the cheapest way, and all of them in one order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.margins.binary_order import binary_order
from featureshift.methods.graphnet.margins.level_order import level_order
from featureshift.methods.graphnet.margins.pooled_order import Columns, PooledOrder
from featureshift.methods.graphnet.margins.sorted_order import sorted_order

FEWEST_CELLS = 1 << 15
"""Fewer are sorted sooner than it is found out what they hold."""


@dataclass(frozen=True, eq=False)
class JoinedOrder(PooledOrder):
    """Statistics of groups are computed once, however their columns were ordered."""

    parts: tuple[PooledOrder, ...]

    def to_rows(self, of_groups: NDArray[np.float32]) -> NDArray[np.float32]:
        ends = np.cumsum([len(part.starts) for part in self.parts])
        of_parts = np.split(of_groups, ends[:-1])
        each = zip(self.parts, of_parts, strict=True)
        return np.concatenate([part.to_rows(of_part) for part, of_part in each])

    def values(self) -> NDArray[np.float32]:
        return np.concatenate([part.values() for part in self.parts])


def cheapest_order(columns: Columns, cut: int) -> tuple[NDArray[np.intp], PooledOrder]:
    """Order columns of two tables, and say which column each one of the order is.

    The rows of the query begin at ``cut``.

    >>> columns = np.array([np.sqrt(np.arange(1 << 15)), np.arange(1 << 15) % 2], np.float32)
    >>> which, order = cheapest_order(columns, cut=9)
    >>> which, len(order.starts) - (1 << 15)
    (array([1, 0]), 2)
    """
    which, parts = zip(*_parts(columns, cut), strict=True)
    return np.concatenate(which), parts[0] if len(parts) == 1 else _join(parts)


def _parts(columns: Columns, cut: int) -> Iterator[tuple[NDArray[np.intp], PooledOrder]]:
    left = np.arange(len(columns))
    for find in (binary_order, level_order) if columns.size >= FEWEST_CELLS else ():
        found, order = find(columns, cut)
        if order is None:
            continue
        yield left[found], order
        if found.all():
            return
        left, columns = left[~found], columns[~found]
    yield left, sorted_order(columns, cut)


def _join(parts: tuple[PooledOrder, ...]) -> JoinedOrder:
    cells = np.cumsum([0, *(part.columns.size for part in parts)])
    return JoinedOrder(
        np.concatenate([part.columns for part in parts]),
        np.concatenate(
            [part.starts + first for part, first in zip(parts, cells[:-1], strict=True)]
        ),
        np.concatenate([part.size for part in parts]),
        np.concatenate([part.query for part in parts]),
        parts,
    )
