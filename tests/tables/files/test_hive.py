"""Folders such as day=2025-02-01 are columns, and a glob in the path filters them."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.tables import Kind, as_table
from featureshift.tables.files import parquet
from featureshift.tables.files.hive import MISSING, key_columns
from featureshift.tables.table import Selection


@pytest.fixture
def days(tmp_path, rng):
    for number in range(6):
        folder = tmp_path / "data" / f"day=2025-0{1 + number // 3}-0{1 + number % 3}" / "site=a%20b"
        folder.mkdir(parents=True)
        table = pa.table({"x": rng.normal(size=40) + number, "y": rng.random(40)})
        pa.parquet.write_table(table, folder / "part.parquet")
    return tmp_path / "data"


def cells(table, position, kind):
    selection = [Selection(position, kind)]
    batches = [b for part in table.partitions() for b in part.batches(selection)]
    return np.concatenate([batch.values[:, 0] for batch in batches]), batches[0].levels


def test_keys_become_columns(days):
    table = as_table(days)
    assert [(c.name, c.kind) for c in table.columns] == [
        ("x", Kind.NUMERIC),
        ("y", Kind.NUMERIC),
        ("day", Kind.DATETIME),
        ("site", Kind.CATEGORICAL),
    ]
    seconds, _ = cells(table, 2, Kind.DATETIME)
    first = np.datetime64("2025-01-01").astype("datetime64[s]").astype(float)
    assert seconds.shape == (240,)
    assert (seconds[0], seconds[-1]) == (first, first + (31 + 2) * 86400)
    codes, levels = cells(table, 3, Kind.CATEGORICAL)
    assert len(set(codes)) == 1
    assert list(levels[0].values()) == ["a b"]


def test_a_glob_filters(days):
    assert as_table(f"{days}/day=2025-02-*").n_rows == 120
    table = as_table(f"{days}/day=2025-0[12]-01/*/*.parquet")
    assert table.n_rows == 80
    assert [c.name for c in table.columns] == ["x", "y", "day", "site"]


def test_months_are_compared_and_split(days):
    found = fs.localize(f"{days}/day=2025-01-*", f"{days}/day=2025-02-*", ignore="day")
    assert found.shifted_features == ("x",)
    split = fs.compare_split(days, "day", "2025-02-01")
    assert split.shifted_features == ("x",)
    groups = fs.compare_groups(days, "day")
    assert "2025-01-01" in groups.sources


def test_columns_of_folders_cost_no_reading(days, monkeypatch):
    def unread(*_):
        raise AssertionError("a file was read")

    monkeypatch.setattr(parquet, "_row_groups", unread)
    assert len(cells(as_table(days), 2, Kind.DATETIME)[0]) == 240


@pytest.mark.parametrize(
    ("texts", "dtype"),
    [
        (["1", "12", MISSING], pa.int64()),
        (["2025-01-01", MISSING], pa.date32()),
        (["01", "12"], pa.string()),
        (["1", "x"], pa.string()),
        (["9" * 30], pa.string()),
    ],
)
def test_types_of_keys(texts, dtype):
    column = key_columns([{"k": text} for text in texts], [])["k"]
    assert column.type == dtype
    assert column.null_count == texts.count(MISSING)


def test_a_key_that_is_a_column_is_left_to_the_files():
    assert key_columns([{"x": "1"}], ["x"]) == {}


def test_a_key_that_some_folders_lack_is_missing_there():
    column = key_columns([{"k": "1"}, {}, {"k": "3"}], [])["k"]
    assert column.to_pylist() == [1, None, 3]
