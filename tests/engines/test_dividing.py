"""Parts of a table are what they would be as tables of their own, and cost one reading."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from featureshift.engines.dividing import (
    MOST_COUNTED,
    Division,
    count_values,
    dividing_column,
    read_parts,
)
from featureshift.engines.reading import summarize
from featureshift.tables import Kind, as_table
from featureshift.tables.files import parquet
from featureshift.tables.profile.profile import reader_of
from featureshift.tables.table import HEAD_ROWS, Selection


def columns(rng, n):
    return {
        "x": rng.normal(size=n),
        "color": rng.choice(["red", "green", ""], n),
        "site": rng.integers(0, 3, n),
        "twin": np.where(rng.random(n) < 0.5, 1.0, rng.normal(size=n)),
    }


SITE = 2
BY_SITE = Division(Selection(SITE, Kind.NUMERIC), 3, lambda values: values.astype(np.intp))


@pytest.mark.parametrize("capacity", [10_000, 200])
def test_a_part_is_what_it_would_be_alone(rng, capacity):
    table = pa.table(columns(rng, 5000))
    parts = read_parts(as_table(table), [0, 1, 3], BY_SITE, capacity, is_named=True)
    for number, part in enumerate(parts):
        alone = as_table(table.filter(pa.compute.equal(table["site"], number)))
        summary = summarize(alone, reader_of(alone, [0, 1, 3], capacity), lambda _: None)
        assert part.n_rows == alone.n_rows
        np.testing.assert_array_equal(part.summary.sample.keys, summary.sample.keys)
        np.testing.assert_array_equal(part.summary.sample.positions, summary.sample.positions)
        np.testing.assert_array_equal(part.summary.scan.low, summary.scan.low)
        assert part.summary.scan.levels[1].counts == summary.scan.levels[1].counts
        assert [column.name for column in part.columns] == ["x", "color", "twin"]


def test_rows_that_are_frequent_in_a_part_are_counted(rng):
    twin = np.where(rng.random(4000) < 0.5, 1.0, np.arange(4000.0))
    table = as_table({"twin": twin, "site": np.arange(4000) % 2})
    division = Division(Selection(1, Kind.NUMERIC), 2, lambda values: values.astype(np.intp))
    for number, part in enumerate(read_parts(table, [0], division, 100, is_named=True)):
        sample = part.summary.sample
        assert sample.counts[sample.column(0) == 1.0].sum() == (twin[number::2] == 1.0).sum()


def test_rows_of_no_part_are_left_out(rng):
    table = as_table({"x": rng.normal(size=90), "site": np.arange(90) % 3})
    first = Division(Selection(1, Kind.NUMERIC), 1, lambda v: np.where(v == 0, 0, -1))
    (part,) = read_parts(table, [0], first, 100, is_named=True)
    assert part.n_rows == 30


def test_one_reading_for_all_parts(rng, tmp_path, monkeypatch):
    read = []
    plain = parquet._row_groups

    def counted(file, numbers, names, indices, rows):
        read.extend(numbers)
        return plain(file, numbers, names, indices, rows)

    monkeypatch.setattr(parquet, "_row_groups", counted)
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table(columns(rng, 6000)), path, row_group_size=1000)
    table = as_table(path)
    count_values(table, dividing_column(table, SITE))
    assert sorted(read) == list(range(6))
    read.clear()
    parts = read_parts(table, [0, 1], BY_SITE, 10_000, is_named=True)
    assert sorted(read) == list(range(6))
    assert sum(part.n_rows for part in parts) == 6000
    assert all(0 < len(part.cells.values) <= HEAD_ROWS for part in parts)


def test_counted_values_are_bounded(rng):
    table = as_table({"x": rng.normal(size=200_000), "c": [None, *["a", "b"] * 99_999, ""]})
    found = count_values(table, dividing_column(table, 0))
    assert found.are_many
    assert len(found.counts) == MOST_COUNTED + 1
    texts = count_values(table, dividing_column(table, 1))
    assert sorted(texts.texts.values()) == ["a", "b"]
    assert sorted(texts.counts.values()) == [99_999, 99_999]
    assert texts.missing == 2
