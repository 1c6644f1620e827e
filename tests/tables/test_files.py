import gzip

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables import Kind, align, as_table
from featureshift.tables.table import Selection

TABLE = pa.table(
    {"n": [1.5, None, 3.0], "s": ["a", "b", None], "b": [True, False, True], "i": [1, 2, 3]}
)
CSV = "n,s,b,i\n1.5,a,true,1\n,b,false,2\n3.0,,true,3\n"


def rows_of(path):
    table = as_table(path)
    selection = [Selection(j, column.kind) for j, column in enumerate(table.columns)]
    return np.concatenate([batch.values for batch in table.batches(selection)])


@pytest.fixture
def expected():
    return rows_of(TABLE)


def write_csv(path, text=CSV, encoding="utf-8"):
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", CSV),
        ("t.CSV", CSV.replace("\n", "\r\n")),
        ("t.tsv", CSV.replace(",", "\t")),
        ("t.txt", CSV.replace(",", "|")),
        ("semicolon.csv", CSV.replace(",", ";")),
        ("bom.csv", "\ufeff" + CSV),
        ("quoted.csv", CSV.replace("a,", '"a",')),
    ],
)
def test_delimited_text(tmp_path, expected, name, text):
    path = write_csv(tmp_path / name, text)
    np.testing.assert_array_equal(rows_of(path), expected)
    np.testing.assert_array_equal(rows_of(str(path)), expected)


def test_compressed_csv(tmp_path, expected):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(CSV.encode()))
    np.testing.assert_array_equal(rows_of(path), expected)


def test_csv_dates_and_line_breaks_in_cells(tmp_path):
    path = write_csv(tmp_path / "t.csv", 'day,text\n2024-01-31,"two\nlines"\n2024-02-01,x\n')
    assert [column.kind for column in as_table(path).columns] == [Kind.DATETIME, Kind.CATEGORICAL]


def test_csv_type_is_that_of_the_whole_column(tmp_path):
    numbers = "\n".join(map(str, range(300_000)))
    path = write_csv(
        tmp_path / "t.csv", f"a,b\n{numbers.replace(chr(10), ',1' + chr(10))},1\nword,1\n"
    )
    assert [column.kind for column in as_table(path).columns] == [Kind.CATEGORICAL, Kind.NUMERIC]


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


def test_parquet_is_read_in_batches(tmp_path):
    wide = pa.table({f"c{j}": np.arange(1000.0) for j in range(2000)})
    pa.parquet.write_table(wide, tmp_path / "t.parquet")
    table = as_table(tmp_path / "t.parquet")
    selection = [Selection(j, Kind.NUMERIC) for j in range(2000)]
    sizes = [len(batch.values) for batch in table.batches(selection)]
    assert sum(sizes) == 1000
    assert max(sizes) * 2000 <= 1 << 21
    assert table.on_disk


def test_parquet_parts_may_differ_in_width_of_type(tmp_path):
    pa.parquet.write_table(pa.table({"a": pa.array([1, 2], pa.int32())}), tmp_path / "0.parquet")
    pa.parquet.write_table(pa.table({"a": [2.5]}), tmp_path / "1.parquet")
    np.testing.assert_array_equal(rows_of(tmp_path)[:, 0], [1, 2, 2.5])


@pytest.mark.parametrize(
    "other", [pa.table({"z": [1]}), pa.table({"a": ["text"]})], ids=["columns", "types"]
)
def test_parquet_parts_that_disagree_are_refused(tmp_path, other):
    pa.parquet.write_table(pa.table({"a": [1]}), tmp_path / "0.parquet")
    pa.parquet.write_table(other, tmp_path / "1.parquet")
    with pytest.raises(TableError, match="the files of one table"):
        as_table(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("ragged.csv", b"a,b\n1,2\n3\n", "Expected 2 columns, got 1"),
        ("empty.csv", b"", "is empty"),
        ("latin.csv", "a,b\nné,1\n".encode("latin-1"), "not UTF-8"),
        ("twice.csv", b"a,a\n1,2\n", "more than one column named 'a'"),
        ("t.parquet", b"PAR1 but not really", "cannot read"),
        ("t.feather", b"ARROW", "cannot read"),
        ("t.xlsx", b"PK", "ends in .csv"),
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


def test_damage_inside_a_parquet_file_is_found_while_reading(tmp_path):
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table({"a": np.random.default_rng(0).normal(size=5000)}), path)
    damaged = bytearray(path.read_bytes())
    damaged[4:400] = bytes(396)
    path.write_bytes(bytes(damaged))
    with pytest.raises(UnreadableTableError, match="cannot read"):
        align(path, path)


@pytest.mark.parametrize("path", ["no/such/file.csv", "no/such/*.parquet", "."])
def test_nothing_there(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnreadableTableError, match=r"no file|no Parquet file"):
        as_table(path)


def test_header_without_rows(tmp_path):
    path = write_csv(tmp_path / "t.csv", "a,b\n")
    with pytest.raises(TableError, match="the query has no rows"):
        align({"a": [1], "b": [2]}, path)
