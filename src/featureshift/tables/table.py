"""A table as the rest of the package sees it: named columns, a row count, and partitions.

A partition gives batches of plain numbers in which a missing cell is NaN: numeric columns as they
are, booleans as 0 and 1, instants and durations as seconds, and a categorical value as the 52-bit
hash of its text. The hash is what lets partitions be read apart: no shared vocabulary is needed
before all of them have been read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.files.dialect import Dialect
from featureshift.tables.kinds import Column, Kind, Note

BATCH_CELLS = 1 << 21
"""Cells per batch: 16 MB in double precision, so that a batch is small beside any table that
needs batches at all."""
PARTITION_CELLS = 1 << 20
"""Of a table in memory: enough work for a thread to be worth starting."""
HEADS = 4
"""Parts of a table that are looked into before it is read: files are often sorted."""
HEAD_ROWS = 1000
"""In all parts together."""

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


def nothing(selection: Sequence[Selection]) -> Batch:
    """A batch without rows."""
    levels: dict[int, dict[float, str]] = {
        j: {} for j, (_, kind) in enumerate(selection) if kind is Kind.CATEGORICAL
    }
    return Batch(np.empty((0, len(selection))), levels)


class Partition(ABC):
    """Some consecutive rows of a table. Reading can be repeated and never modifies the source."""

    n_rows: int
    engine: str = "local"
    """By which it is read."""

    def read_by(self, engine: str) -> Partition:  # noqa: ARG002
        """The same rows, read by another engine; rows in memory are read where they are."""
        return self

    @abstractmethod
    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        """The selected columns in order, a bounded number of rows at a time."""

    def head(self, selection: Sequence[Selection], rows: int) -> Batch:
        """At most so many of the first rows."""
        values, levels = next(self.batches(selection), nothing(selection))
        return Batch(values[:rows], levels)


class Table(ABC):
    columns: Sequence[Column]
    n_rows: int
    notes: Sequence[Note] = ()
    """What was noticed about the table as a whole while it was opened."""
    dialect: Dialect | None = None
    """How a text is written, as far as it shows; None if it is no text."""

    @abstractmethod
    def partitions(self) -> Sequence[Partition]:
        """All rows, in their order, cut where they can be read apart."""

    def heads(self, selection: Sequence[Selection]) -> list[Batch]:
        """The first rows of a few partitions, a bounded number in all."""
        parts = self.partitions()
        chosen = np.unique(np.linspace(0, len(parts) - 1, min(len(parts), HEADS)).astype(int))
        return [parts[k].head(selection, HEAD_ROWS // len(chosen)) for k in chosen.tolist()]


def rows_per_batch(n_columns: int) -> int:
    # Wide tables pay a fixed price per column and batch, hence the floor.
    return int(np.clip(BATCH_CELLS // max(n_columns, 1), 128, 1 << 16))


def row_slices(n_rows: int, n_columns: int) -> list[slice]:
    """The partitions of a table in memory.

    >>> row_slices(1000, 10), len(row_slices(1_000_000, 10))
    ([slice(0, 1000, None)], 10)
    """
    height = max(PARTITION_CELLS // max(n_columns, 1), 1)
    parts = max(round(n_rows / height), 1)
    ends = [round(n_rows * k / parts) for k in range(parts + 1)]
    return [slice(start, stop) for start, stop in pairwise(ends)]


@dataclass(frozen=True, eq=False)
class ArrayPartition(Partition):
    """Rows of a matrix [rows, features]; batches are views of it where its numbers are floats."""

    values: NDArray[Any]

    @property
    def n_rows(self) -> int:  # type: ignore[override]
        return len(self.values)

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        step = rows_per_batch(len(selection))
        for start in range(0, self.n_rows, step):
            yield self._batch(slice(start, start + step), selection)

    def head(self, selection: Sequence[Selection], rows: int) -> Batch:
        return self._batch(slice(rows), selection)

    def _batch(self, part: slice, selection: Sequence[Selection]) -> Batch:
        rows = self.values[part]
        indices = np.array([position for position, _ in selection], dtype=np.intp)
        whole = np.array_equal(indices, np.arange(self.values.shape[1]))
        dtype = np.float32 if self.values.dtype in _EXACT_IN_FLOAT32 else np.float64
        return Batch((rows if whole else rows[:, indices]).astype(dtype, copy=False), {})


class ArrayTable(Table):
    """A numeric matrix [rows, features]; the fast path of everything that already is one."""

    def __init__(self, values: NDArray[Any], columns: Sequence[Column]) -> None:
        self.values, self.columns = values, columns
        self.n_rows = values.shape[0]

    def partitions(self) -> Sequence[Partition]:
        return [ArrayPartition(self.values[part]) for part in row_slices(*self.values.shape)]
