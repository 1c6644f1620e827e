import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

import featureshift as fs
from featureshift.errors import FeatureshiftError, MissingExtraError
from featureshift.tables import Kind, as_table
from featureshift.tables.urls.databases import parse

ROWS = [(1, 1.5, "a", "2024-01-31"), (2, None, "b", "2024-02-01"), (3, 2.5, "b", None)]


@pytest.fixture
def sqlite(tmp_path):
    with closing(sqlite3.connect(tmp_path / "x.db")) as connection, connection:
        connection.execute("CREATE TABLE t (i INTEGER, x REAL, s TEXT, day DATE)")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", ROWS)
        connection.execute('CREATE TABLE "odd ""name" (a)')
        connection.execute('INSERT INTO "odd ""name" VALUES (1), (\'x\')')
    return f"sqlite:///{tmp_path}/x.db"


@pytest.fixture
def duck(tmp_path):
    with duckdb.connect(str(tmp_path / "x.duckdb")) as connection:
        connection.execute("CREATE TABLE t (i INTEGER, x DOUBLE, s TEXT, day DATE)")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", ROWS)
    return f"duckdb:///{tmp_path}/x.duckdb"


KINDS = [Kind.NUMERIC, Kind.NUMERIC, Kind.CATEGORICAL, Kind.DATETIME]


def test_tables_and_queries_of_sqlite(sqlite):
    table = as_table(f"{sqlite}?table=t")
    assert [column.kind for column in table.columns] == KINDS
    assert table.n_rows == 3
    assert as_table(f"{sqlite}?query=SELECT s FROM t WHERE i > 1 AND s = 'b'").n_rows == 2
    assert as_table(f'{sqlite}?table=odd%20"name').columns[0].note.code == "mixed-types"
    assert as_table(f"{sqlite}?query=SELECT * FROM t WHERE 0").n_rows == 0


def test_tables_and_queries_of_duckdb(duck):
    table = as_table(duck)  # its only table
    assert [column.kind for column in table.columns] == KINDS
    assert as_table(f"{duck}?query=SELECT s FROM t WHERE i > 1").n_rows == 2
    assert fs.read_table(f"{duck}?table=t", types={"i": "text"}).columns[0].kind == "categorical"


@pytest.mark.parametrize(
    ("ending", "says"),
    [
        ("", "holds 2 tables"),
        ("?table=tt", "did you mean 't'"),
        ("?query=SELECT nope FROM t", "no such column"),
        ("?query=DELETE FROM t", "readonly"),
        ("?where=1", "no URL of a table"),
        ("?table=", "no URL of a table"),
    ],
)
def test_what_sqlite_cannot_give_is_told(sqlite, ending, says):
    with pytest.raises(FeatureshiftError, match=says):
        as_table(sqlite + ending)


@pytest.mark.parametrize(
    "ending", ["?table=nope", "?query=SELECT nope FROM t", "?query=DROP TABLE t"]
)
def test_what_duckdb_cannot_give_is_told(duck, ending):
    with pytest.raises(FeatureshiftError):
        as_table(duck + ending)


@pytest.mark.parametrize("scheme", ["sqlite", "duckdb"])
def test_nothing_is_created_where_there_is_no_database(tmp_path, scheme):
    with pytest.raises(FeatureshiftError, match="no database"):
        as_table(f"{scheme}:///{tmp_path}/no.db?table=t")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "text.db").write_text("no database at all, but some text " * 100)
    with pytest.raises(FeatureshiftError, match="cannot read the database"):
        as_table(f"{scheme}:///{tmp_path}/text.db?table=t")


def test_paths_are_relative_after_three_slashes():
    assert parse("sqlite:///a/x.db?table=t").path == Path("a/x.db")
    assert parse("sqlite:////a/x.db?table=t").path == Path("/a/x.db")
    assert parse("sqlite:///x.db?query=SELECT a FROM t WHERE b=1&2").query.endswith("b=1&2")


def test_a_missing_package_is_told(duck, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingExtraError, match=r"featureshift\[duckdb\]"):
        as_table(duck)
