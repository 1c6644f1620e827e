"""Two sources -> a pair of tables that can be compared, each read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from featureshift.engines.local import fold
from featureshift.tables import Progress, TablePair, Tally
from featureshift.tables.kept import explained_rows
from featureshift.tables.match import match
from featureshift.tables.pair import align
from featureshift.tables.summary import Summary, SummaryReader


def read_pair(
    reference: Any,
    query: Any,
    *,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    sample_rows: Callable[[int], int] = explained_rows,
    max_rows: int | None = None,
    strict: bool = False,
    progress: Progress | None = None,
) -> TablePair:
    """Match columns by name, fold each table into its summary, align the two.

    ``sample_rows`` says how many rows of a table with so many columns the sample may hold;
    ``max_rows`` bounds that.
    """
    matched = match(reference, query, columns, ignore)
    capacity = sample_rows(len(matched.names))
    if max_rows is not None:
        capacity = max_rows
    tally = Tally(sum(table.n_rows for table in matched.tables), progress)

    def summarize(side: int) -> Summary:
        reader = SummaryReader.of(matched.names, matched.selections[side], capacity)
        summary = fold(reader, matched.tables[side].partitions(), tally.add)
        return Summary(summary.scan, summary.sample.settled())

    return align(matched, (summarize(0), summarize(1)), max_rows=max_rows, strict=strict)
