"""Two sources -> a pair of tables that can be compared, each read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.local import fold
from featureshift.tables import Note, Progress, TablePair, Tally
from featureshift.tables.frequent import (
    CountReader,
    candidates,
    comparable,
    frequent_rows,
    keys_of,
)
from featureshift.tables.kept import explained_rows
from featureshift.tables.match import match
from featureshift.tables.pair import align
from featureshift.tables.profile.seen import Seen, seen_in_profile
from featureshift.tables.sample import RowSample
from featureshift.tables.summary import Summary, SummaryReader
from featureshift.tables.table import Table


def read_pair(
    reference: Any,
    query: Any,
    *,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    groups: str | None = None,
    time: str | None = None,
    sample_rows: Callable[[int], int] = explained_rows,
    max_rows: int | None = None,
    strict: bool = False,
    progress: Progress | None = None,
) -> TablePair:
    """Match columns by name, fold each table into its summary, align the two.

    ``sample_rows`` says how many rows of a table with so many columns the sample may hold, unless
    ``max_rows`` does.
    """
    matched = match(reference, query, columns, ignore, groups, time)
    capacity = sample_rows(len(matched.names)) if max_rows is None else max_rows
    tally = Tally(sum(table.n_rows for table in matched.tables), progress)
    sides = [
        _seen(table, SummaryReader.of(matched.names, selection, capacity), tally.add)
        for table, selection in zip(matched.tables, matched.selections, strict=True)
    ]
    matched = replace(matched, notes=(*matched.notes, *_about_profiles(sides)))
    first, second = (side.summary for side in sides)
    samples = comparable(first.sample, second.sample)
    summaries = replace(first, sample=samples[0]), replace(second, sample=samples[1])
    return align(matched, summaries, max_rows=max_rows, strict=strict)


def _seen(table: Table, reader: SummaryReader, advance: Callable[[int], None]) -> Seen:
    seen = seen_in_profile(table, reader)
    if seen is None:
        return Seen(summarize(table, reader, advance))
    advance(table.n_rows)
    return seen


def _about_profiles(sides: Sequence[Seen]) -> list[Note]:
    return [
        Note(None, "profile", f"the {role} is {remark}")
        for role, side in zip(("reference", "query"), sides, strict=True)
        for remark in side.remarks
    ]


def summarize(table: Table, reader: SummaryReader, advance: Callable[[int], None]) -> Summary:
    """One table, read once; once more if rows are frequent that the sample left out."""
    return settled(fold(reader, table.partitions(), advance), table, reader)


def settled(summary: Summary, table: Table, reader: SummaryReader) -> Summary:
    """The summary of a table with the rows that are frequent in it."""
    sample = summary.sample.settled()
    if not sample.is_complete:
        sample = _with_frequent_rows(sample, candidates(sample, summary.frequent), table, reader)
    return replace(summary, sample=sample)


def _with_frequent_rows(
    sample: RowSample, likely: NDArray[np.uint64], table: Table, reader: SummaryReader
) -> RowSample:
    counter = CountReader(reader.selection, reader.salts, likely[likely > sample.limit])
    missing = fold(counter, table.partitions()) if len(counter.wanted) else counter.start()
    parts = sample, missing
    frequent = np.concatenate([keys_of(part, frequent_rows(sample)) for part in parts])
    return sample.with_frequent(np.sort(frequent), missing.among(frequent))
