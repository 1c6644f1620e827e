"""A table as the rest of the package sees it: named columns, a row count, and batches of numbers.

Whatever the source, a batch is a matrix of plain numbers in which a missing cell is NaN: numeric
columns as they are, booleans as 0 and 1, instants and durations as seconds, and a categorical value
as the 52-bit hash of its text. The hash is what lets partitions be read apart: no shared
vocabulary is needed before the first pass is over.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Column, Kind

BATCH_CELLS = 1 << 21
"""Cells per batch: 16 MB in double precision, so that a batch is small beside any table that
needs batches at all."""

T = TypeVar("T")
_EXACT_IN_FLOAT32 = {np.dtype(t) for t in ("f2", "f4", "i1", "i2", "u1", "u2", "?")}


class Batch(NamedTuple):
    values: NDArray[np.floating[Any]]
    """Raw numbers [rows, features], float32 where that is exact and float64 elsewhere."""
    levels: Mapping[int, Mapping[float, str]]
    """For each categorical position: hash of the text -> text, for the texts in this batch."""


class Selection(NamedTuple):
    """A column to read, and the kind to read it as (which its counterpart may have widened)."""

    position: int
    kind: Kind


class Table(ABC):
    """Columns, rows and batches. Reading never modifies the source, and can be repeated."""

    columns: Sequence[Column]
    n_rows: int
    on_disk: bool = False
    """Reading it decodes on all cores and holds a part of the file, so read one at a time."""

    @abstractmethod
    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        """The selected columns in order, a bounded number of rows at a time."""


def rows_per_batch(n_columns: int) -> int:
    # Wide tables pay a fixed price per column and batch, hence the floor.
    return int(np.clip(BATCH_CELLS // max(n_columns, 1), 128, 1 << 16))


class ArrayTable(Table):
    """A numeric matrix [rows, features]; the fast path of everything that already is one."""

    def __init__(self, values: NDArray[Any], columns: Sequence[Column]) -> None:
        self.values, self.columns = values, columns
        self.n_rows = values.shape[0]

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        step = rows_per_batch(len(selection))
        indices = np.array([position for position, _ in selection], dtype=np.intp)
        whole = np.array_equal(indices, np.arange(self.values.shape[1]))
        dtype = np.float32 if self.values.dtype in _EXACT_IN_FLOAT32 else np.float64
        for start in range(0, self.n_rows, step):
            rows = self.values[start : start + step]
            yield Batch((rows if whole else rows[:, indices]).astype(dtype, copy=False), {})


class RowSubset(Table):
    """Chosen rows of another table, by position."""

    def __init__(self, table: Table, positions: NDArray[np.intp]) -> None:
        self.table, self.positions = table, np.sort(positions)
        self.columns, self.n_rows = table.columns, len(positions)
        self.on_disk = table.on_disk

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        start = 0
        for batch in self.table.batches(selection):
            stop = start + len(batch.values)
            low, high = np.searchsorted(self.positions, [start, stop])
            if high > low:
                yield Batch(batch.values[self.positions[low:high] - start], batch.levels)
            start = stop


def at_most(table: Table, max_rows: int | None, rng: np.random.Generator) -> Table:
    """The table, or a uniform random choice of ``max_rows`` of its rows."""
    if max_rows is None or table.n_rows <= max_rows:
        return table
    return RowSubset(table, rng.choice(table.n_rows, size=max_rows, replace=False))


def each(tables: Sequence[Table], work: Callable[..., T], *arguments: Iterable[Any]) -> Iterator[T]:
    """``map`` over what belongs to the tables, one thread a table unless one is on disk."""
    workers = 1 if any(table.on_disk for table in tables) else len(tables)
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(work, *arguments)
