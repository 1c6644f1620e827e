"""Two sources -> a pair of tables that can be compared, each read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.assigned import assigned
from featureshift.engines.memory import check_memory
from featureshift.engines.registry import check_engine, fold
from featureshift.errors import OptionError, TableError
from featureshift.tables import Note, Progress, TablePair, Tally
from featureshift.tables.by_lot import summary_by_lot
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
from featureshift.tables.profile.profile import Profile
from featureshift.tables.profile.seen import Seen, seen_in_profile
from featureshift.tables.sample import RowSample, column_salts
from featureshift.tables.schema.parsed_table import ParsedTable
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
    engine: str | None = None,
    bytes_a_cell: int = 0,
    progress: Progress | None = None,
) -> TablePair:
    """Match columns by name, fold each table into its summary, align the two.

    ``sample_rows`` says how many rows of a table with so many columns the sample may hold, unless
    ``max_rows`` does. ``engine`` reads both tables, or each its own. ``bytes_a_cell``: what
    looking at a cell of the sample takes; what does not fit into memory is refused.
    """
    check_engine(engine)
    matched = match(reference, query, columns, ignore, groups, time)
    margins_only = _of_margins_only(matched.tables)
    if margins_only and (groups, time) != (None, None):
        raise OptionError(
            "groups and times of rows are not known",
            found=f"margins only in {' and '.join(margins_only)}",
            remedy="leave groups and time out, or give a profile with rows",
        )
    capacity = sample_rows(len(matched.names)) if max_rows is None else max_rows
    looked_at = [min(capacity, table.n_rows) for table in matched.tables]
    check_memory(looked_at, len(matched.names), bytes_a_cell)
    tally = Tally(sum(table.n_rows for table in matched.tables), progress)
    sides = [
        _seen(table, SummaryReader.of(matched.names, selection, capacity), engine, tally.add)
        for table, selection in zip(matched.tables, matched.selections, strict=True)
    ]
    first_table, second_table = (assigned(table, engine) for table in matched.tables)
    matched = replace(
        matched,
        tables=(first_table, second_table),
        notes=(*matched.notes, *_about_profiles(sides), *_about_margins(margins_only)),
    )
    first, second = (side.summary for side in sides)
    if margins_only:
        # What is lost in one table must not look lost to the other: both are put together by lot.
        salts = column_salts(matched.names)
        first, second = summary_by_lot(first, salts), summary_by_lot(second, salts)
    samples = comparable(first.sample, second.sample)
    summaries = replace(first, sample=samples[0]), replace(second, sample=samples[1])
    return align(matched, summaries, max_rows=max_rows, strict=strict)


def _seen(
    table: Table, reader: SummaryReader, engine: str | None, advance: Callable[[int], None]
) -> Seen:
    seen = seen_in_profile(table, reader)
    if seen is None:
        return Seen(summarize(assigned(table, engine), reader, advance))
    advance(table.n_rows)
    return seen


def _of_margins_only(tables: Sequence[Table]) -> list[str]:
    """Which of reference and query are profiles without rows."""
    unparsed = [each.texts if isinstance(each, ParsedTable) else each for each in tables]
    return [
        f"the {role}"
        for role, table in zip(("reference", "query"), unparsed, strict=True)
        if isinstance(table, Profile) and not table.has_rows
    ]


def _about_margins(margins_only: Sequence[str]) -> list[Note]:
    if not margins_only:
        return []
    message = (
        f"{' and '.join(margins_only)} kept no rows: each column was compared by itself; relations "
        "between columns, copies of rows and rows that depend on each other were not looked at"
    )
    return [Note(None, "margins-only", message)]


def _about_profiles(sides: Sequence[Seen]) -> list[Note]:
    return [
        Note(None, "profile", f"the {role} is {remark}")
        for role, side in zip(("reference", "query"), sides, strict=True)
        for remark in side.remarks
    ]


def summarize(table: Table, reader: SummaryReader, advance: Callable[[int], None]) -> Summary:
    """One table, read once; once more if rows are frequent that the sample left out."""
    summary = fold(reader, table.partitions(), advance)
    if summary.n_rows != table.n_rows:
        raise TableError(
            "the table has other rows each time it is read",
            expected=f"{table.n_rows:,} rows, as when they were counted",
            found=f"{summary.n_rows:,} rows",
            remedy="store what it samples or limits first: frame.persist(), frame.cache()",
        )
    return settled(summary, table, reader)


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
