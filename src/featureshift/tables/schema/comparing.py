"""All changes of a schema: those that names, types and a few cells tell, and those of all cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind
from featureshift.tables.scan import Levels
from featureshift.tables.schema.cells import peek
from featureshift.tables.schema.dictionary import changed_dictionary
from featureshift.tables.schema.emptied import became_constant, emptied
from featureshift.tables.schema.encoding import changed_encoding
from featureshift.tables.schema.instants import changed_precision, changed_zone, shown_instant
from featureshift.tables.schema.leading_zeros import lost_zeros
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.renames import MOST_COLUMNS, renamed
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange, Severity
from featureshift.tables.schema.whole_numbers import changed_fractions
from featureshift.tables.summary import Summary
from featureshift.tables.table import Table

COMMON_COLUMNS = 16
"""Whose relations to a renamed column are looked at."""
COMPARABLE = frozenset(Kind) - {Kind.UNSUPPORTED, Kind.EMPTY}
ROWS = 1000
"""Of each sample, in which fractions and times of day are looked for."""
PANEL = 4096
"""Columns that are looked at together."""

_INDEX = re.compile("__index_level_[0-9]+__|Unnamed: [0-9]+")
"""What pandas calls the numbers of rows where a filtered frame was written to a file."""

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
Pair = tuple[Summary, Summary]


def changes_of_columns(tables: tuple[Table, Table], names: Sequence[str]) -> Iterator[SchemaChange]:
    """Columns that are gone, new, renamed, in another order or zone; of ``names`` only."""
    places = [{column.name: j for j, column in enumerate(table.columns)} for table in tables]
    common = [name for name in names if name in places[0] and name in places[1]]
    yield from _one_sided(tables, places, names, common)
    for name in common:
        zone = changed_zone(
            *(table.columns[at[name]] for table, at in zip(tables, places, strict=True))
        )
        if zone is not None:
            yield zone
    in_query = sorted(common, key=places[1].__getitem__)
    in_reference = sorted(common, key=places[0].__getitem__)
    if in_query != in_reference:
        moved = sum(first != second for first, second in zip(in_reference, in_query, strict=True))
        message = f"columns stand in another order ({moved:,} of {len(common):,})"
        yield SchemaChange(ChangeKind.ORDER, None, message, "harmless")


def _one_sided(
    tables: tuple[Table, Table],
    places: Sequence[Mapping[str, int]],
    names: Sequence[str],
    common: Sequence[str],
) -> Iterator[SchemaChange]:
    gone = [name for name in names if name not in places[1]]
    new = [name for name in names if name not in places[0]]
    pairs = _renamed(tables, places, gone, new, common) if gone and new else {}
    for name in gone:
        if name in pairs:
            message = f"is probably called {quoted(pairs[name])} now: their values agree"
            yield SchemaChange(ChangeKind.RENAMED, name, message, other=pairs[name])
        else:
            message = "is missing in the query"
            yield SchemaChange(ChangeKind.MISSING, name, message, _severity(name))
    for name in new:
        if name not in pairs.values():
            message = "is new in the query"
            yield SchemaChange(ChangeKind.NEW, name, message, _severity(name))


def _severity(name: str) -> Severity:
    return "harmless" if _INDEX.fullmatch(name) else "breaking"


def _renamed(
    tables: tuple[Table, Table],
    places: Sequence[Mapping[str, int]],
    gone: Sequence[str],
    new: Sequence[str],
    common: Sequence[str],
) -> dict[str, str]:
    gone, new = (
        [name for name in side if table.columns[at[name]].kind in COMPARABLE]
        for side, table, at in zip((gone, new), tables, places, strict=True)
    )
    if not gone or not new or max(len(gone), len(new)) > MOST_COLUMNS:
        return {}
    numeric = [
        name
        for name in common
        if all(
            t.columns[at[name]].kind is Kind.NUMERIC for t, at in zip(tables, places, strict=True)
        )
    ][:COMMON_COLUMNS]
    before = peek(tables[0], [places[0][name] for name in (*gone, *numeric)])
    after = peek(tables[1], [places[1][name] for name in (*new, *numeric)])
    return renamed(
        dict(zip(gone, before, strict=False)),
        dict(zip(new, after, strict=False)),
        (before[len(gone) :], after[len(new) :]),
    )


def changes_of_cells(
    names: Sequence[str], kinds: Sequence[Kind], summaries: tuple[Summary, Summary]
) -> Iterator[SchemaChange]:
    """What only the cells of the compared columns tell; at most one change a column."""
    rows = [summary.sample.shuffled(ROWS) for summary in summaries]
    for start in range(0, len(names), PANEL):
        panel = np.arange(start, min(start + PANEL, len(names)))
        first, second = (
            summary.sample.take(chosen, panel).astype(np.float64)
            for summary, chosen in zip(summaries, rows, strict=True)
        )
        for j in _worth_a_look(kinds, panel, (first, second), summaries):
            pair = first[:, j - start], second[:, j - start]
            change = _change_of_cells(names[j], kinds[j], j, pair, summaries)
            if change is not None:
                yield change


def _worth_a_look(
    kinds: Sequence[Kind], panel: Places, sides: tuple[Numbers, Numbers], summaries: Pair
) -> list[int]:
    """Columns that may have changed: wide tables are mostly numbers, which one pass can judge."""
    scans = summaries[0].scan, summaries[1].scan
    emptied_ones = (scans[0].present > 0) & (scans[1].present == 0)
    constant = (scans[0].low < scans[0].high) & (scans[1].low == scans[1].high)
    broken = [((values != np.round(values)) & np.isfinite(values)).any(axis=0) for values in sides]
    wordy = np.array([kinds[j] in (Kind.CATEGORICAL, Kind.DATETIME) for j in panel.tolist()], bool)
    chosen = (emptied_ones | constant)[panel] | (broken[0] != broken[1]) | wordy
    return [int(j) for j in panel[chosen]]


def _change_of_cells(
    name: str, kind: Kind, j: int, values: tuple[Numbers, Numbers], summaries: Pair
) -> SchemaChange | None:
    scans = summaries[0].scan, summaries[1].scan
    change = emptied(name, int(scans[0].present[j]), int(scans[1].present[j]))
    if change is None and scans[1].low[j] == scans[1].high[j]:
        change = became_constant(
            name, *values, _shown(kind, scans[1].low[j], scans[1].levels.get(j))
        )
    if change is not None:
        return change
    if kind is Kind.DATETIME:
        return changed_precision(name, *values)
    if kind is Kind.NUMERIC:
        return changed_fractions(name, *values)
    if kind is not Kind.CATEGORICAL:
        return None
    levels = scans[0].levels[j], scans[1].levels[j]
    return (
        changed_encoding(name, *levels)
        or lost_zeros(name, *levels)
        or changed_dictionary(name, *levels)
    )


def _shown(kind: Kind, value: float, levels: Levels | None) -> str:
    if levels is not None:
        return quoted(levels.texts.get(value, "..."))
    return shown_instant(value) if kind is Kind.DATETIME else f"{value:g}"
