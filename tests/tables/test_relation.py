import duckdb
import numpy as np
import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.engines.reading import read_pair
from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables import Kind, as_table
from featureshift.tables.table import Selection


@pytest.fixture
def connection():
    with duckdb.connect() as opened:
        yield opened


def test_a_relation_is_streamed(connection):
    relation = connection.sql(
        'select i, i * 0.5 as half, \'x\' as "we""ird" from range(200000) t(i)'
    )
    table = as_table(relation)
    assert [(column.name, column.kind) for column in table.columns] == [
        ("i", Kind.NUMERIC),
        ("half", Kind.NUMERIC),
        ('we"ird', Kind.CATEGORICAL),
    ]
    assert table.n_rows == 200_000
    (part,) = table.partitions()
    selection = [Selection(2, Kind.CATEGORICAL), Selection(0, Kind.NUMERIC)]
    for _ in range(2):  # it can be read again
        batches = list(part.batches(selection))
        assert len(batches) > 1
        np.testing.assert_array_equal(
            np.concatenate([batch.values[:, 1] for batch in batches]), np.arange(200_000)
        )
    assert list(batches[0].levels[0].values()) == ["x"]


def test_two_relations_of_one_connection(connection, rng):
    given = {}
    for name, power in (("january", 1), ("february", 4)):
        values = rng.random(size=(3, 400))
        values[1] **= power
        given[name] = pa.table(dict(zip("abc", values, strict=True)))
        connection.register("given", given[name])
        connection.execute(f"create table {name} as select * from given")
    result = fs.localize(*(connection.table(name) for name in given))
    assert "b" in result.shifted_features
    np.testing.assert_array_equal(result.scores, fs.localize(*given.values()).scores)


def test_who_stops_reading_leaves_the_connection_free(connection):
    relation = connection.sql("select i from range(200000) t(i)")
    (part,) = as_table(relation).partitions()
    batches = part.batches([Selection(0, Kind.NUMERIC)])
    next(batches)
    batches.close()
    assert connection.sql("select 1").fetchall() == [(1,)]


def test_a_closed_connection_is_told():
    connection = duckdb.connect()
    connection.execute("create table t as select range as i from range(10)")
    relation = connection.table("t")
    table = as_table(relation)
    connection.close()
    with pytest.raises(UnreadableTableError, match="keep its connection open"):
        read_pair(table, table)
    with pytest.raises(UnreadableTableError, match="keep its connection open"):
        as_table(relation)


def test_a_relation_that_differs_each_time_is_told(connection):
    connection.execute("create table t as select range as i from range(10)")
    table = as_table(connection.table("t"))
    connection.execute("insert into t values (10)")
    with pytest.raises(TableError, match="other rows each time"):
        read_pair(table, table)
