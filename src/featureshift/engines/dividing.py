"""One table read once into the profiles of its parts: groups of rows, or before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.local import Local
from featureshift.engines.reading import settled
from featureshift.tables.kinds import Kind
from featureshift.tables.profile import Profile
from featureshift.tables.profile.profile import readable, reader_of
from featureshift.tables.summary import Summary, SummaryReader
from featureshift.tables.table import HEAD_ROWS, Batch, Partition, Selection, Table, nothing

CELLS_OF_A_RUN = HEAD_ROWS // 4
"""Rows of each part that a run of partitions keeps, by which formats are told."""
MOST_COUNTED = 1000
"""Distinct values of the dividing column, beyond which no more are counted."""

Values = NDArray[np.floating[Any]]


class Division(NamedTuple):
    """To which part each row belongs, by the value of one column."""

    column: Selection
    n_parts: int
    part_of: Callable[[Values], NDArray[np.intp]]
    """Values of the column -> the number of the part; -1 for rows that belong to none."""


@dataclass(frozen=True)
class Counted:
    """The distinct values of one column, with their texts where they are texts."""

    counts: Counter[float] = field(default_factory=Counter)
    texts: dict[float, str] = field(default_factory=dict)
    missing: int = 0

    @property
    def are_many(self) -> bool:
        return len(self.counts) > MOST_COUNTED


@dataclass(frozen=True)
class ValueCounter:
    """Counts the values of one column, until they are too many to be groups."""

    column: Selection

    @property
    def selection(self) -> Sequence[Selection]:
        return [self.column]

    def start(self) -> Counted:
        return Counted()

    def update(self, found: Counted, batch: Batch) -> Counted:
        values = batch.values[:, 0].astype(np.float64)
        known = values[~np.isnan(values)]
        here: Counter[float] = Counter()
        if not found.are_many:
            distinct, counts = np.unique(known, return_counts=True)
            here.update(dict(zip(distinct.tolist(), counts.tolist(), strict=True)))
        texts = {h: text for h, text in batch.levels.get(0, {}).items() if h in here}
        return self.merge(found, Counted(here, texts, len(values) - len(known)))

    def merge(self, first: Counted, second: Counted) -> Counted:
        counts = first.counts + second.counts
        if len(counts) > MOST_COUNTED + 1:
            counts = Counter(dict(list(counts.items())[: MOST_COUNTED + 1]))
        return Counted(counts, first.texts | second.texts, first.missing + second.missing)


def count_values(table: Table, column: Selection) -> Counted:
    """The values of one column, which is all that is read."""
    return Local().fold(ValueCounter(column), table.partitions(), lambda _: None)


class Part(NamedTuple):
    """What is known so far of one part of the rows."""

    summary: Summary
    cells: tuple[Batch, ...] = ()
    """A few of its rows."""


@dataclass(frozen=True, eq=False)
class PartsReader:
    """Reads a table into a summary of each part."""

    reader: SummaryReader
    division: Division

    @property
    def selection(self) -> Sequence[Selection]:
        return _with_column(self.reader.selection, self.division.column)[0]

    def start(self) -> list[Part]:
        return [Part(self.reader.start()) for _ in range(self.division.n_parts)]

    def update(self, parts: list[Part], batch: Batch) -> list[Part]:
        grown = list(parts)
        for number, rows in _parts_of(batch, self.reader.selection, self.division):
            summary, cells = grown[number]
            wanted = CELLS_OF_A_RUN - sum(len(each.values) for each in cells)
            if wanted > 0:
                cells = (*cells, _head(rows, wanted))
            grown[number] = Part(self.reader.update(summary, rows), cells)
        return grown

    def merge(self, first: list[Part], second: list[Part]) -> list[Part]:
        return [
            Part(self.reader.merge(own.summary, other.summary), own.cells + other.cells)
            for own, other in zip(first, second, strict=True)
        ]


class PartTable(Table):
    """The rows of one part, filtered whenever they are read."""

    def __init__(self, table: Table, division: Division, number: int, part: Part) -> None:
        self.columns, self.notes, self.dialect = table.columns, table.notes, table.dialect
        self.n_rows = part.summary.n_rows
        self._table, self._division, self._number = table, division, number
        self._cells = part.cells

    def partitions(self) -> Sequence[Partition]:
        return [
            PartPartition(each, self._division, self._number) for each in self._table.partitions()
        ]

    def heads(self, selection: Sequence[Selection]) -> list[Batch]:
        return list(self._cells) or [nothing(selection)]


@dataclass(frozen=True, eq=False)
class PartPartition(Partition):
    whole: Partition
    division: Division
    number: int

    @property
    def n_rows(self) -> int:  # type: ignore[override]
        """At most: how many are of the part shows when they are read."""
        return self.whole.n_rows

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        read, _ = _with_column(selection, self.division.column)
        for batch in self.whole.batches(read):
            for number, rows in _parts_of(batch, selection, self.division):
                if number == self.number:
                    yield rows


def read_parts(
    table: Table,
    chosen: Sequence[int],
    division: Division,
    capacity: int,
    *,
    is_named: bool,
    advance: Callable[[int], None] = lambda _: None,
) -> list[Profile]:
    """The profile of each part, of some columns, in one reading of the table.

    A part whose sample lacks rows that are frequent in it is read once more.
    """
    reader = reader_of(table, chosen, capacity)
    # A division is a function, which does not travel: frames of other engines are streamed here.
    parts = Local().fold(PartsReader(reader, division), table.partitions(), advance)
    profiles = []
    for number, part in enumerate(parts):
        own = PartTable(table, division, number, part)
        summary = settled(part.summary, own, reader)
        profiles.append(Profile.of(own, chosen, summary, is_named=is_named))
    return profiles


def dividing_column(table: Table, position: int) -> Selection | None:
    """The column as it is read to divide rows; None if it is of no type that can."""
    found = readable(table.columns, [position])
    return found[0] if found and found[0].kind is not Kind.EMPTY else None


def _with_column(selection: Sequence[Selection], column: Selection) -> tuple[list[Selection], int]:
    """The selection with one more column, unless it is there; and the place of that column."""
    read = list(selection)
    places = [k for k, (position, _) in enumerate(read) if position == column.position]
    return (read, places[0]) if places else ([*read, column], len(read))


def _parts_of(
    batch: Batch, selection: Sequence[Selection], division: Division
) -> Iterator[tuple[int, Batch]]:
    """The rows of each part that a batch of the selection, and the dividing column, has."""
    _, place = _with_column(selection, division.column)
    numbers = division.part_of(batch.values[:, place])
    levels = {j: texts for j, texts in batch.levels.items() if j < len(selection)}
    by_column = batch.values.T[: len(selection)]  # batches mostly lie column after column
    for number in np.unique(numbers[numbers >= 0]).tolist():
        rows = np.flatnonzero(numbers == number)
        yield number, Batch(np.take(by_column, rows, axis=1).T, levels)


def _head(batch: Batch, rows: int) -> Batch:
    values = batch.values[:rows].copy()
    levels = {}
    for j, texts in batch.levels.items():
        here = set(values[:, j].tolist())
        levels[j] = {h: text for h, text in texts.items() if h in here}
    return Batch(values, levels)
