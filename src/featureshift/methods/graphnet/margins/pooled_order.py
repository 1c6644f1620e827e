"""The values of each column of both tables in one order: what every rank statistic starts from.

Statistics read groups of equal values; only the way back to the rows knows how the order was
found: by levels, or by sorting.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Integer = TypeVar("Integer", np.intp, np.int32)
Columns: TypeAlias = NDArray[np.float32]
"""[features, rows]: those of the query follow those of the reference; NaN where missing."""


@dataclass(frozen=True, eq=False)
class PooledOrder(ABC):
    """Groups of equal values, in order, column after column; [groups] unless said otherwise.

    Missing values are the last group of their column.
    """

    columns: Columns
    starts: NDArray[np.intp]
    """Cells before each group, those of earlier columns included."""
    size: NDArray[np.intp]
    """Present values of each group; 0 for the group of missing ones."""
    query: NDArray[np.int32]
    """Those of them in the query."""

    @abstractmethod
    def to_rows(self, of_groups: NDArray[np.float32]) -> NDArray[np.float32]:
        """Each row gets what its group has, [features, rows]."""

    @abstractmethod
    def values(self) -> NDArray[np.float32]:
        """What is equal in each group; anything where it is missing."""

    def values_of(self, groups: NDArray[np.intp]) -> NDArray[np.float32]:
        """Those of some groups, [...] as they are asked for."""
        return self.values()[groups]

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """The first group of each column, [features]."""
        return np.searchsorted(self.starts, beginnings(self.columns))

    @cached_property
    def column(self) -> NDArray[np.intp]:
        return self.to_groups(np.arange(len(self.columns)))

    @cached_property
    def counted(self) -> NDArray[np.float64]:
        """Present values of both tables, [features]."""
        return self.total(self.size)

    @cached_property
    def counted_query(self) -> NDArray[np.float64]:
        return self.total(self.query)

    @cached_property
    def running_query(self) -> NDArray[np.int32]:
        """Values of the query up to and with each group, those of earlier columns included."""
        return np.cumsum(self.query, dtype=np.int32)

    @property
    def is_complete(self) -> bool:
        """Whether no value is missing."""
        return bool((self.counted == self.columns.shape[1]).all())

    @property
    def present(self) -> NDArray[np.float64]:
        """Present values of both tables, at least 1, so that shares are finite; [features]."""
        return np.maximum(self.counted, 1)

    @property
    def present_query(self) -> NDArray[np.float64]:
        return np.maximum(self.counted_query, 1)

    @property
    def present_reference(self) -> NDArray[np.float64]:
        return np.maximum(self.counted - self.counted_query, 1)

    def total(self, of_groups: NDArray[Any]) -> NDArray[np.float64]:
        """The sum over the groups of each column, [features]."""
        return np.add.reduceat(of_groups, self.first).astype(np.float64)

    def to_groups(self, of_columns: NDArray[Any]) -> NDArray[Any]:
        """Each group gets what its column has."""
        return np.repeat(of_columns, steps(self.first, len(self.starts)))

    def before(self) -> NDArray[np.intp]:
        """Present values of the column in earlier groups."""
        return np.asarray(self.starts - self.to_groups(beginnings(self.columns)))

    def group_at(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """The group that holds the value at each place [features, k] of its column's order."""
        cells = places + beginnings(self.columns)[:, None]
        return np.asarray(np.searchsorted(self.starts, cells, side="right") - 1)


class Groups(NamedTuple):
    """What an order needs to know of its groups."""

    kind: NDArray[np.intp]
    """Where each was counted, in the flattened table of counts."""
    starts: NDArray[np.intp]
    size: NDArray[np.intp]
    query: NDArray[np.int32]


def groups_of_counts(reference: NDArray[np.intp], query: NDArray[np.intp]) -> Groups:
    """Of how often each table holds each kind of value, [features, kinds].

    Kinds are in order, missing values last.

    >>> groups_of_counts(np.array([[3, 0, 1, 1]]), np.array([[2, 0, 4, 0]])).size
    array([5, 5, 0])
    """
    cells = reference + query
    kind = np.flatnonzero(cells)
    counts = cells.reshape(-1)[kind]
    present = kind % cells.shape[1] < cells.shape[1] - 1
    in_query = query.reshape(-1)[kind] * present
    return Groups(kind, np.cumsum(counts) - counts, counts * present, in_query.astype(np.int32))


def beginnings(columns: Columns) -> NDArray[np.intp]:
    """Cells before each column, [features]."""
    return np.asarray(np.arange(len(columns)) * columns.shape[1])


def steps(starts: NDArray[Integer], end: int) -> NDArray[Integer]:
    """How far it is from each start to the next, and from the last to the end.

    >>> steps(np.array([0, 2, 3]), 7)
    array([2, 1, 4])
    """
    lengths = np.empty_like(starts)  # np.diff with an end to append copies what it is given
    np.subtract(starts[1:], starts[:-1], out=lengths[:-1])
    lengths[-1:] = end - starts[-1:]
    return lengths
