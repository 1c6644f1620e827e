import os

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables import as_table
from featureshift.tables.table import Selection

TABLE = pa.table(
    {"n": [1.5, None, 3.0], "s": ["a", "b", None], "b": [True, False, True], "i": [1, 2, 3]}
)


def rows_of(path):
    table = as_table(path)
    selection = [Selection(j, column.kind) for j, column in enumerate(table.columns)]
    parts = table.partitions()
    return np.concatenate([b.values for part in parts for b in part.batches(selection)])


@pytest.fixture
def expected():
    return rows_of(TABLE)


@pytest.mark.parametrize("name", ["t.feather", "t.arrow", "t.parquet"])
def test_binary_formats(tmp_path, expected, name):
    writer = pa.parquet.write_table if name.endswith("parquet") else pa.feather.write_feather
    writer(TABLE, tmp_path / name)
    np.testing.assert_array_equal(rows_of(tmp_path / name), expected)


@pytest.mark.parametrize("pattern", ["", "*.parquet", "part-[01].parquet"])
def test_directory_and_glob_of_parquet(tmp_path, expected, pattern):
    for number in range(2):
        shuffled = TABLE.select(["i", "n", "s", "b"] if number else TABLE.column_names)
        pa.parquet.write_table(shuffled, tmp_path / f"part-{number}.parquet")
    (tmp_path / "_metadata.parquet").write_bytes(b"not a table")
    path = f"{tmp_path}/{pattern}" if pattern else tmp_path
    np.testing.assert_array_equal(rows_of(path), np.vstack([expected, expected]))


def test_what_writers_hide_is_not_read(tmp_path):
    for place in ("y=1", "_temporary", ".ipynb_checkpoints", "spark.parquet"):
        (tmp_path / place).mkdir()
        pa.parquet.write_table(pa.table({"a": [1.0]}), tmp_path / place / "part.parquet")
    assert as_table(tmp_path).n_rows == 2
    assert as_table(f"{tmp_path}/*.parquet").n_rows == 1


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("ragged.csv", b"a,b\n1,2\n3\n", "Expected 2 columns, got 1"),
        ("empty.csv", b"", "is empty"),
        ("twice.csv", b"a,a\n1,2\n", "more than one column named 'a'"),
        ("t.parquet", b"PAR1 but not really", "cannot read"),
        ("t.feather", b"ARROW", "cannot read"),
        ("t.xlsx", b"PK", "as a workbook"),
        ("t.doc", b"PK", "ends in .csv"),
        ("noending", b"a,b", "no ending"),
    ],
)
def test_unreadable_files_are_told_in_our_own_words(tmp_path, name, content, says):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(TableError, match=says):
        as_table(path)


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_truncated_file(tmp_path, kind):
    path = tmp_path / f"t.{kind}"
    writer = pa.parquet.write_table if kind == "parquet" else pa.feather.write_feather
    writer(TABLE, path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(UnreadableTableError, match="cannot read"):
        as_table(path)


def test_what_never_ends_is_refused_and_not_waited_for(tmp_path):
    """A pipe has rows only if somebody writes to it, and cannot be read again."""
    pa.parquet.write_table(TABLE, tmp_path / "a.parquet")
    os.mkfifo(tmp_path / "b.parquet")
    for path in (tmp_path / "b.parquet", tmp_path / "*.parquet", "/dev/zero"):
        with pytest.raises(UnreadableTableError, match="pipe"):
            as_table(path)
    assert as_table(tmp_path).n_rows == 3  # below a directory, only files are looked for


def test_a_glob_is_for_files_of_one_format(tmp_path):
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    (tmp_path / "b.json").write_text("[]")
    with pytest.raises(UnreadableTableError, match="not Parquet"):
        as_table(f"{tmp_path}/*")


@pytest.mark.parametrize("path", ["a,b\n1,2\n" * 5000, "~nobody-of-that-name.csv"])
def test_what_is_no_path_is_an_error_of_our_own(path):
    with pytest.raises(UnreadableTableError):
        as_table(path)


@pytest.mark.parametrize("path", ["no/such/file.csv", "no/such/*.parquet", ".", ""])
def test_nothing_there(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnreadableTableError, match=r"no file|no Parquet file"):
        as_table(path)
