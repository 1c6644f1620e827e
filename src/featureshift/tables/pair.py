"""Two tables, aligned: the same features in the same order, in comparable numbers.

Everything here is a function of the summaries of the two tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import ColumnError
from featureshift.tables.encode import Encoder
from featureshift.tables.judge import is_inert, judge, text_formats
from featureshift.tables.kinds import Kind, Note
from featureshift.tables.match import MatchedTables, nothing_left
from featureshift.tables.sample import RowSample
from featureshift.tables.scan import Scan
from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict, Severity
from featureshift.tables.schema.of_cells import changes_of_cells
from featureshift.tables.summary import Summary
from featureshift.tables.table import (
    ArrayPartition,
    Batch,
    Partition,
    Selection,
    Table,
    rows_per_batch,
)
from featureshift.tables.text import ABOUT_CONTENT, FormatChange

Rows: TypeAlias = NDArray[np.float32]
"""Encoded rows [rows, features], comparable between the two tables; NaN where missing."""


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two tables, seen through what both have in common."""

    table: Table
    selection: Sequence[Selection]
    summary: Summary
    encoder: Encoder
    max_rows: int | None = None
    """Rows that may be looked at; of a longer table, only those of the sample."""
    shared: NDArray[np.bool_] | None = None
    """Which rows of the sample stand in the other table, too; None where hardly any does."""

    @property
    def scan(self) -> Scan:
        return self.summary.scan

    @property
    def sample(self) -> RowSample:
        return self.summary.sample

    @property
    def n_rows(self) -> int:
        """Rows that may be looked at."""
        whole = self.summary.n_rows
        return whole if self.max_rows is None else min(whole, self.max_rows)

    @property
    def own_kinds(self) -> tuple[Kind, ...]:
        """What each feature is in this table; the comparison may read it as something wider."""
        return tuple(self.table.columns[position].kind for position, _ in self.selection)

    @property
    def partitions(self) -> Sequence[Partition]:
        """All rows that may be looked at, to be read once more; batches have no levels' texts
        where they come from the sample.
        """
        if self.n_rows == self.summary.n_rows:
            return self.table.partitions()
        return [SamplePartition(self.sample, self.n_rows)]

    def select(self, columns: Sequence[int]) -> Side:
        """Some of the features."""
        return replace(
            self,
            selection=[self.selection[j] for j in columns],
            summary=self.summary.select(columns),
            encoder=self.encoder.select(columns),
        )

    def shuffled_rows(self, most: int | None = None) -> Rows:
        """Encoded rows of the sample [rows, features], missing cells NaN, in random order.

        Content decides the order, so that the first so many are a random sample, too.
        """
        return self.encoded(self.sample.shuffled(most))

    def rows_in_order(self) -> Rows:
        """Encoded rows of the sample [rows, features], in the order of the table."""
        return self.encoded(self.sample.in_order(self.n_rows))

    def encoded(self, rows: NDArray[np.intp]) -> Rows:
        """Rows of the sample by their number, missing cells NaN."""
        width = len(self.selection)
        encoded = np.empty((len(rows), width), np.float32)
        step = rows_per_batch(width)
        for start in range(0, len(rows), step):
            part = slice(start, start + step)
            encoded[part] = self.encoder(self.sample.take(rows[part]))
        return encoded


@dataclass(frozen=True, eq=False)
class SamplePartition(Partition):
    """The rows of a sample, as if they were all of the table."""

    sample: RowSample
    n_rows: int

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        rows = self.sample.take(self.sample.in_order(self.n_rows))
        everything = [Selection(j, kind) for j, (_, kind) in enumerate(selection)]
        return ArrayPartition(rows).batches(everything)


@dataclass(frozen=True, eq=False)
class TablePair:
    features: tuple[str, ...]
    kinds: tuple[Kind, ...]
    reference: Side
    query: Side
    inert: NDArray[np.bool_]
    """Features that hold one and the same value in every row of both tables."""
    notes: tuple[Note, ...]
    schema: SchemaVerdict = field(default_factory=SchemaVerdict)
    """What changed in the columns as such."""

    @property
    def n_features(self) -> int:
        return len(self.features)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.reference, self.query

    @property
    def categorical(self) -> NDArray[np.bool_]:
        return np.array([kind is Kind.CATEGORICAL for kind in self.kinds])

    def select(self, columns: Sequence[int]) -> TablePair:
        """Some of the features, in this order."""
        return replace(
            self,
            features=tuple(self.features[j] for j in columns),
            kinds=tuple(self.kinds[j] for j in columns),
            reference=self.reference.select(columns),
            query=self.query.select(columns),
            inert=self.inert[list(columns)],
        )

    @property
    def has_missing(self) -> bool:
        return any((side.scan.present < side.scan.n_rows).any() for side in self.sides)


def align(
    matched: MatchedTables,
    summaries: tuple[Summary, Summary],
    *,
    max_rows: int | None = None,
    strict: bool = False,
) -> TablePair:
    """Leave out what cannot be scored, learn the common encoding.

    Columns that cannot be compared are left out with a note; ``strict=True`` raises instead.
    """
    names, kinds = matched.names, matched.kinds
    about_rows = {place for place in (matched.groups, matched.time) if place is not None}
    verdicts = [
        verdict
        for verdict in judge(names, kinds, summaries[0].scan, summaries[1].scan)
        if verdict.position not in about_rows
    ]
    scans = summaries[0].scan, summaries[1].scan
    formats = text_formats(names, verdicts, *scans)
    notes = [*matched.notes, *(verdict.note for verdict in verdicts)]
    notes = [_about_texts(note, matched, summaries) for note in notes]
    remarks = [note for note in notes if note.column is not None]
    if strict and remarks:
        raise _strictly(remarks)
    gone = {verdict.position for verdict in verdicts if verdict.left_out} | about_rows
    kept = [j for j in range(len(names)) if j not in gone]
    if not kept:
        raise nothing_left(matched.tables, notes)
    first, second = (
        replace(summary, sample=_arranged(summary.sample, matched)).select(kept)
        for summary in summaries
    )
    kinds = [kinds[j] for j in kept]
    encoder = Encoder.learn(first.scan, second.scan)
    reference, query = (
        Side(table, [chosen[j] for j in kept], summary, encoder, max_rows)
        for table, chosen, summary in zip(
            matched.tables, matched.selections, (first, second), strict=True
        )
    )
    return TablePair(
        features=tuple(names[j] for j in kept),
        kinds=tuple(kinds),
        reference=reference,
        query=query,
        inert=is_inert(first.scan, second.scan),
        notes=tuple(notes),
        schema=_schema(matched, summaries, about_rows, formats),
    )


def _schema(
    matched: MatchedTables,
    summaries: tuple[Summary, Summary],
    about_rows: set[int],
    formats: Sequence[FormatChange],
) -> SchemaVerdict:
    """What was known before the tables were read, and what their cells tell; the first counts."""
    known = {change.column for change in matched.changes if change.breaks}
    compared = [j for j in range(len(matched.names)) if j not in about_rows]
    all_kinds = matched.kinds
    names, kinds = [matched.names[j] for j in compared], [all_kinds[j] for j in compared]
    first, second = (summary.select(compared) for summary in summaries)
    found = *changes_of_cells(names, kinds, (first, second)), *map(_of_texts, formats)
    return SchemaVerdict((*matched.changes, *(each for each in found if each.column not in known)))


def _of_texts(change: FormatChange) -> SchemaChange:
    """A column of ids or free text: how it is written is all that is compared of it."""
    kind = ChangeKind.ENCODING if change.kind == "encoding" else ChangeKind.TEXT_FORMAT
    severity: Severity = "harmless" if change.kind in ABOUT_CONTENT else "breaking"
    return SchemaChange(kind, change.column, change.words, severity)


def _about_texts(note: Note, matched: MatchedTables, summaries: tuple[Summary, Summary]) -> Note:
    """What a scan takes for infinities are texts without a number, where texts are read so."""
    if note.column is None or note.column not in matched.readings or note.code != "infinite-values":
        return note
    readings = matched.readings[note.column]
    place = matched.names.index(note.column)
    counts = [int(summary.scan.infinite[place]) for summary in summaries]
    words = next(reading.words for reading in readings if reading is not None)
    message = (
        f"does not read as {words} in {sum(counts):,} cells ({counts[0]:,} in the reference, "
        f"{counts[1]:,} in the query), taken as missing"
    )
    return Note(note.column, "unread-cells", message)


def _arranged(sample: RowSample, matched: MatchedTables) -> RowSample:
    """The sample whose rows stand in the order of the times and belong to groups, if given."""
    if matched.time is not None:
        earlier = np.argsort(np.argsort(sample.column(matched.time), kind="stable"))
        sample = replace(sample, positions=earlier.astype(np.int64))
    if matched.groups is not None:
        sample = replace(sample, groups=_codes(sample.column(matched.groups)))
    return sample


def _codes(values: NDArray[np.floating[Any]]) -> NDArray[np.int64]:
    """Equal numbers for equal values; a missing one equals no other."""
    known = ~np.isnan(values)
    codes = np.arange(len(values)) + len(values)
    codes[known] = np.unique(values[known], return_inverse=True)[1]
    return codes


def _strictly(notes: Sequence[Note]) -> ColumnError:
    shown = "\n    ".join(map(str, notes[:10]))
    more = f"\n    and {len(notes) - 10} more" if len(notes) > 10 else ""
    return ColumnError(
        f"strict: {len(notes)} column{'s' if len(notes) > 1 else ''} not compared, or not as usual",
        found=shown + more,
        remedy="mend or ignore these columns, or set strict=False",
    )
