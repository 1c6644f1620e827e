"""Which columns of two tables are compared, and as what: by name and type.

No cell is read but a few of columns that changed their type or their name (``schema/``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from featureshift.errors import ColumnError, TableError, UnknownNameError
from featureshift.tables.columns import clean_text
from featureshift.tables.kinds import Column, Kind, Note, reconcile
from featureshift.tables.named_columns import chosen_columns
from featureshift.tables.profile import Profile
from featureshift.tables.schema.of_columns import changes_of_columns
from featureshift.tables.schema.parsed_table import ParsedTable
from featureshift.tables.schema.reading import Reading
from featureshift.tables.schema.retyping import Retyped, retype
from featureshift.tables.schema.verdict import SchemaChange
from featureshift.tables.sources import as_table, has_names
from featureshift.tables.table import Selection, Table


@dataclass(frozen=True, eq=False)
class MatchedTables:
    tables: tuple[Table, Table]
    """Reference and query."""
    names: tuple[str, ...]
    """Of the columns that both have in types that can be compared."""
    selections: tuple[Sequence[Selection], Sequence[Selection]]
    """Where each table has them, and as what they are read."""
    notes: tuple[Note, ...]
    """On the other columns, and on what was noticed while opening the tables."""
    groups: int | None = None
    """Position of the column that says which rows belong together; it is not compared."""
    time: int | None = None
    """Position of the column that says which row came first; it is not compared."""
    changes: tuple[SchemaChange, ...] = ()
    """Of the schema, as far as names, types and a few cells tell."""
    readings: Mapping[str, tuple[Reading | None, Reading | None]] = field(default_factory=dict)
    """Of columns whose texts are read as numbers, in the reference and in the query."""

    @property
    def kinds(self) -> list[Kind]:
        return [kind for _, kind in self.selections[0]]


def match(
    reference: Any,
    query: Any,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    groups: str | None = None,
    time: str | None = None,
) -> MatchedTables:
    """Open both sources and match their columns by name, in the order of the reference.

    The columns of ``groups`` and ``time`` are read whatever ``columns`` and ``ignore`` say.
    """
    tables = _as_tables(reference, query)
    about_tables = _about_tables(tables)
    about_rows = {
        option: clean_text(str(name))
        for option, name in (("groups", groups), ("time", time))
        if name is not None
    }
    known = list(dict.fromkeys(column.name for table in tables for column in table.columns))
    chosen = chosen_columns(known, columns, ignore, always=tuple(about_rows.values()))
    retyped = retype(tables, _in_both(tables, chosen))
    retyped = [_left_unread(each) if _is_lost(each, tables) else each for each in retyped]
    changes = [
        *changes_of_columns(tables, chosen),
        *(each.change for each in retyped if each.change is not None),
    ]
    tables = _parsed(tables, retyped)
    names, selections, notes = _common(*tables, chosen)
    places = {}
    for option, name in about_rows.items():
        if name not in names:
            raise _not_in_both(option, name, tables)
        places[option] = names.index(name)
    notes = [note for note in notes if note.column not in about_rows.values()]
    notes = [*about_tables, *notes]
    notes += [_read_as(each) for each in retyped if each.change is not None and any(each.readings)]
    readings = {each.name: each.readings for each in retyped if any(each.readings)}
    told = tuple(change for change in changes if change.column not in about_rows.values())
    return MatchedTables(
        tables,
        tuple(names),
        selections,
        tuple(notes),
        changes=told,
        readings=readings,
        **places,
    )


def _in_both(tables: tuple[Table, Table], names: Iterable[str]) -> list[str]:
    here, there = ({column.name for column in table.columns} for table in tables)
    return [name for name in names if name in here and name in there]


def _is_lost(retyped: Retyped, tables: tuple[Table, Table]) -> bool:
    """Whether texts would have to be read that a profile no longer has."""
    return any(
        isinstance(table, Profile) and reading is not None and table.lacks_texts(retyped.name)
        for table, reading in zip(tables, retyped.readings, strict=True)
    )


def _left_unread(retyped: Retyped) -> Retyped:
    if retyped.change is None:
        return Retyped(retyped.name, None)
    said = retyped.change.message.partition("; compared as")[0]
    message = f"{said}; not compared as such, since the profile keeps too few of its texts"
    return Retyped(retyped.name, replace(retyped.change, message=message))


def _parsed(tables: tuple[Table, Table], retyped: Sequence[Retyped]) -> tuple[Table, Table]:
    """The tables with texts as what they are read as."""
    by_name = {each.name: each.readings for each in retyped}

    def read(side: int) -> Table:
        readings = {
            j: reading
            for j, column in enumerate(tables[side].columns)
            if (reading := by_name.get(column.name, (None, None))[side]) is not None
        }
        return ParsedTable(tables[side], readings) if readings else tables[side]

    return read(0), read(1)


def _about_tables(tables: Sequence[Table]) -> list[Note]:
    """What was noticed about each table; once, if the same was noticed about both."""
    own, other = (list(table.notes) for table in tables)
    both = [note for note in own if note in other]
    told = [note._replace(message=f"both tables are {note.message}") for note in both]
    for role, notes in (("reference", own), ("query", other)):
        told += [
            note._replace(message=f"the {role} is {note.message}")
            for note in notes
            if note not in both
        ]
    return told


def _as_tables(reference: Any, query: Any) -> tuple[Table, Table]:
    """Both sources as tables with rows; a side without names takes those of the other."""
    # Whether a file that holds a profile has names shows when it is opened.
    reference, query = (as_table(each) if has_names(each) else each for each in (reference, query))
    if has_names(reference) or not has_names(query):
        first = as_table(reference)
        tables = first, as_table(query, [column.name for column in first.columns])
    else:
        second = as_table(query)
        tables = as_table(reference, [column.name for column in second.columns]), second
    for role, table in zip(("reference", "query"), tables, strict=True):
        if not table.columns:
            raise TableError(f"the {role} has no columns", expected="at least one column")
        if table.n_rows == 0:
            raise TableError(f"the {role} has no rows", expected="at least one row")
    return tables


def _common(
    reference: Table, query: Table, wanted: Sequence[str]
) -> tuple[list[str], tuple[list[Selection], list[Selection]], list[Note]]:
    """Names to compare, where each side has them and as what, and notes on the others."""
    positions = [{c.name: j for j, c in enumerate(t.columns)} for t in (reference, query)]
    names, selections, notes = [], ([], []), []  # type: ignore[var-annotated]
    for name in wanted:
        own, other = (places.get(name) for places in positions)
        if own is None or other is None:
            notes.append(_one_sided(name, "reference" if own is None else "query"))
            continue
        pair = reference.columns[own], query.columns[other]
        kind = reconcile(pair[0].kind, pair[1].kind)
        noticed = list(dict.fromkeys(column.note for column in pair if column.note is not None))
        if kind is None:
            notes += noticed or [_incompatible(*pair)]
            continue
        if pair[0].zoned is not pair[1].zoned and kind is Kind.DATETIME:
            noticed.append(_zone_mix(name))
        notes += noticed
        names.append(name)
        selections[0].append(Selection(own, kind))
        selections[1].append(Selection(other, kind))
    if not names:
        raise nothing_left((reference, query), notes)
    return names, selections, notes


def _not_in_both(option: str, name: str, tables: Sequence[Table]) -> ColumnError | UnknownNameError:
    known = [column.name for table in tables for column in table.columns]
    if name not in known:
        return UnknownNameError("column", name, list(dict.fromkeys(known)))
    return ColumnError(
        f"the column {name!r} of {option} cannot be used",
        expected="a column of both tables, of the same type",
    )


def _one_sided(name: str, side: str) -> Note:
    return Note(name, f"missing-in-{side}", f"is not in the {side}; left out")


def _incompatible(reference: Column, query: Column) -> Note:
    name, kinds = reference.name, (reference.kind, query.kind)
    if Kind.UNSUPPORTED in kinds:
        column = reference if reference.kind is Kind.UNSUPPORTED else query
        what = f" ({column.stored})" if column.stored else ""
        message = f"is of a type that cannot be compared{what}; left out: make columns of its parts"
        return Note(name, "unsupported-type", message)
    message = f"is {kinds[0]} in the reference but {kinds[1]} in the query; left out"
    return Note(name, "incompatible-types", message)


def _read_as(retyped: Retyped) -> Note:
    words = next(reading.words for reading in retyped.readings if reading is not None)
    return Note(retyped.name, "text-read", f"holds text that is read as {words}")


def _zone_mix(name: str) -> Note:
    message = "has a time zone in one table only; the other is read as UTC"
    return Note(name, "timezone-mix", message)


def nothing_left(tables: Sequence[Table], notes: Sequence[Note]) -> TableError:
    own, other = (", ".join(repr(c.name) for c in table.columns[:5]) for table in tables)
    return TableError(
        "the tables have no column that can be compared",
        expected="at least one column of the same name and a compatible type in both",
        found="; ".join(map(str, notes[:5])) or f"reference: {own}; query: {other}",
    )
