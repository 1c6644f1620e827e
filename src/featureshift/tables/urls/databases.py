"""Tables in databases: ``sqlite:///x.db?table=t``, ``duckdb:///x.db?query=SELECT ...``.

A path after three slashes is relative, after four it is absolute. Databases are only read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import pyarrow as pa

from featureshift.errors import (
    MissingExtraError,
    OptionError,
    UnknownNameError,
    UnreadableTableError,
)
from featureshift.tables.columns import arrow_column
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.relation import open_relation
from featureshift.tables.sources import from_columns, refuse_duplicates
from featureshift.tables.table import Table
from featureshift.tables.typed import with_types


class Place(NamedTuple):
    """What a URL of a database names; neither table nor query stands for the only table."""

    path: Path
    table: str | None = None
    query: str | None = None


def parse(url: str) -> Place:
    """The parts of a URL; all that follows ``query=`` is the query.

    >>> parse("sqlite:///shop.db?table=orders").table
    'orders'
    """
    rest = url.partition("://")[2]
    path, _, asked = rest.partition("?")
    key, _, value = asked.partition("=")
    if not path.startswith("/") or key not in ("", "table", "query") or bool(key) != bool(value):
        raise OptionError(
            "this is no URL of a table in a database",
            expected="sqlite:///path?table=name or duckdb:///path?query=SELECT ...",
            found=url[:200],
        )
    place = Place(Path(unquote(path[1:])))
    if key == "table":
        return place._replace(table=unquote(value))
    return place._replace(query=unquote(value)) if key else place


def _existing(url: str) -> Place:
    place = parse(url)
    if not place.path.is_file():
        raise UnreadableTableError(
            f"there is no database {str(place.path)!r}",
            expected="the path of an existing file: relative after ///, absolute after ////",
        )
    return place


def open_sqlite(url: str, options: ReadOptions) -> Table:
    """Read at once: SQLite's columns have no types but those of their cells."""
    place = _existing(url)
    address = f"file:{quote(str(place.path.absolute()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            listed = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
            tables = [name for (name,) in connection.execute(listed)]
            cursor = connection.execute(_query(place, tables))
            names = refuse_duplicates(column[0] for column in cursor.description or ())
            rows = cursor.fetchall()
    except sqlite3.Error as cause:
        raise _unreadable(place, cause) from cause
    cells = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    columns = {name: _instants(name, column) for name, column in zip(names, cells, strict=True)}
    return with_types(from_columns(columns), options.types)


def _instants(name: str, cells: Sequence[Any]) -> Any:
    """SQLite keeps dates as texts; a column of nothing but instants is one."""
    column, note = arrow_column(name, cells)
    if note is not None or not pa.types.is_string(column.type):
        return cells
    try:
        return column.cast(pa.timestamp("us"))
    except pa.ArrowException:
        return column


def open_duckdb(url: str, options: ReadOptions) -> Table:
    place = _existing(url)
    try:
        import duckdb
    except ImportError as missing:
        raise MissingExtraError("reading DuckDB databases", "duckdb") from missing
    try:
        connection = duckdb.connect(str(place.path), read_only=True)
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT table_name FROM information_schema.tables ORDER BY 1"
            ).fetchall()
        ]
        relation = connection.sql(_query(place, tables))
        table = open_relation(relation, str(place.path))
    except duckdb.Error as cause:
        raise _unreadable(place, cause) from cause
    return with_types(table, options.types)


def _query(place: Place, tables: Sequence[str]) -> str:
    if place.query is not None:
        return place.query
    if place.table is None and len(tables) != 1:
        raise OptionError(
            f"{str(place.path)!r} holds {len(tables)} tables",
            expected="?table=name or ?query=SELECT ... at the end of the URL",
            found=", ".join(tables[:20]),
        )
    table = tables[0] if place.table is None else place.table
    if table not in tables:
        raise UnknownNameError("table", table, tables)
    return 'SELECT * FROM "' + table.replace('"', '""') + '"'


def _unreadable(place: Place, cause: Exception) -> UnreadableTableError:
    return UnreadableTableError(
        f"cannot read the database {str(place.path)!r}",
        found=str(cause).splitlines()[0],
        remedy="check the query, and that the file is such a database",
    )
