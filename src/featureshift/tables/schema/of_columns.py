"""Changes that names, types and a few cells tell, before the tables are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from featureshift.tables.kinds import Kind
from featureshift.tables.schema.cells import peek
from featureshift.tables.schema.dialect import changed_dialect
from featureshift.tables.schema.instants import changed_zone
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.renames import MOST_COLUMNS, renamed
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange, Severity
from featureshift.tables.table import Table

COMMON_COLUMNS = 16
"""Whose relations to a renamed column are looked at."""
COMPARABLE = frozenset(Kind) - {Kind.UNSUPPORTED, Kind.EMPTY}
_INDEX = re.compile("__index_level_[0-9]+__|Unnamed: [0-9]+")
"""What pandas calls the numbers of rows where a filtered frame was written to a file."""


def changes_of_columns(tables: tuple[Table, Table], names: Sequence[str]) -> Iterator[SchemaChange]:
    """Columns that are gone, new, renamed, in another order or zone; of ``names`` only.

    Before them, whether the file is written in another dialect.
    """
    places = [{column.name: j for j, column in enumerate(table.columns)} for table in tables]
    common = [name for name in names if name in places[0] and name in places[1]]
    dialect = changed_dialect(tables[0].dialect, tables[1].dialect)
    if dialect is not None:
        yield dialect
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
