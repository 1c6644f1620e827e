import numpy as np
import pytest

from featureshift.tables.kinds import Column, Kind
from featureshift.tables.table import ArrayTable, Selection, at_most, each, rows_per_batch


def table_of(values):
    return ArrayTable(values, [Column(f"x{j}", Kind.NUMERIC) for j in range(values.shape[1])])


def read(table, *columns):
    selection = [Selection(j, Kind.NUMERIC) for j in columns]
    return np.concatenate([batch.values for batch in table.batches(selection)])


@pytest.mark.parametrize("dtype", ["float32", "float64", "uint8", "int64", "bool", "float16"])
def test_array_batches_give_back_the_values(rng, dtype):
    values = (rng.random((300, 4)) * 3).astype(dtype)
    np.testing.assert_array_equal(read(table_of(values), 2, 0), values[:, [2, 0]].astype(float))


def test_single_precision_only_where_exact():
    exact, inexact = np.ones((3, 1), np.int16), np.ones((3, 1), np.int32)
    assert read(table_of(exact), 0).dtype == np.float32
    assert read(table_of(inexact), 0).dtype == np.float64


def test_batches_are_bounded_in_rows():
    assert rows_per_batch(1000) * 1000 <= 1 << 21
    assert rows_per_batch(10**6) == 128
    batches = list(table_of(np.zeros((100_000, 2))).batches([Selection(0, Kind.NUMERIC)]))
    assert len(batches) == 2


def test_at_most_takes_distinct_rows_at_random(rng):
    values = np.arange(1000.0)[:, None]
    kept = read(at_most(table_of(values), 100, rng), 0)[:, 0]
    assert len(set(kept.tolist())) == 100
    assert 300 < kept.mean() < 700


def test_at_most_crosses_batches(rng):
    values = np.arange(200_000.0)[:, None]
    kept = read(at_most(table_of(values), 150_000, rng), 0)[:, 0]
    assert len(np.unique(kept)) == 150_000


def test_at_most_leaves_a_small_table_alone(rng):
    table = table_of(np.zeros((5, 1)))
    assert at_most(table, 5, rng) is table
    assert at_most(table, None, rng) is table


def test_each_keeps_the_order_and_raises_what_is_raised():
    tables = [table_of(np.zeros((1, 1)))] * 2
    assert list(each(tables, lambda a, b: a + b, "xy", "zw")) == ["xz", "yw"]
    with pytest.raises(ZeroDivisionError):
        list(each(tables, lambda a: 1 / a, [1, 0]))
