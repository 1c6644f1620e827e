import numpy as np
import pytest

from featureshift.tables.kinds import Column, Kind
from featureshift.tables.table import (
    HEAD_ROWS,
    HEADS,
    PARTITION_CELLS,
    ArrayTable,
    Selection,
    row_slices,
    rows_per_batch,
)


def table_of(values):
    return ArrayTable(values, [Column(f"x{j}", Kind.NUMERIC) for j in range(values.shape[1])])


def read(table, *columns):
    selection = [Selection(j, Kind.NUMERIC) for j in columns]
    parts = table.partitions()
    return np.concatenate([b.values for part in parts for b in part.batches(selection)])


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
    (part,) = table_of(np.zeros((100_000, 2))).partitions()
    assert len(list(part.batches([Selection(0, Kind.NUMERIC)]))) == 2


@pytest.mark.parametrize(("n_rows", "n_columns"), [(1, 1), (7, 3), (10**6, 10), (50, 10**6)])
def test_slices_cover_all_rows_in_order(n_rows, n_columns):
    slices = row_slices(n_rows, n_columns)
    assert [s.start for s in slices] == [0, *(s.stop for s in slices[:-1])]
    assert slices[-1].stop == n_rows
    assert all(1 <= s.stop - s.start <= max(2 * PARTITION_CELLS // n_columns, 1) for s in slices)


def test_partitions_are_the_table(rng):
    values = rng.normal(size=(500_000, 5))
    table = table_of(values)
    assert len(table.partitions()) > 1
    assert sum(part.n_rows for part in table.partitions()) == table.n_rows
    np.testing.assert_array_equal(read(table, *range(5)), values)


def test_heads_are_few_rows_of_the_columns_asked_for(rng):
    values = rng.random((PARTITION_CELLS, 6))
    heads = table_of(values).heads([Selection(4, Kind.NUMERIC)])
    assert len(heads) == HEADS
    assert [len(head.values) for head in heads] == [HEAD_ROWS // HEADS] * HEADS
    np.testing.assert_array_equal(heads[0].values[:, 0], values[: HEAD_ROWS // HEADS, 4])


def test_a_head_is_as_long_in_a_wide_table():
    (part, *_) = table_of(np.zeros((600, 1000))).partitions()
    wide = [Selection(j % 1000, Kind.NUMERIC) for j in range(20_000)]
    assert len(part.head(wide, 250).values) == 250 > rows_per_batch(20_000)
