import gzip

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables import Kind, as_table
from featureshift.tables.table import Selection

TABLE = pa.table(
    {"n": [1.5, None, 3.0], "s": ["a", "b", None], "b": [True, False, True], "i": [1, 2, 3]}
)
CSV = "n,s,b,i\n1.5,a,true,1\n,b,false,2\n3.0,,true,3\n"


def rows_of(path):
    table = as_table(path)
    selection = [Selection(j, column.kind) for j, column in enumerate(table.columns)]
    parts = table.partitions()
    return np.concatenate([b.values for part in parts for b in part.batches(selection)])


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
    sizes = [len(b.values) for part in table.partitions() for b in part.batches(selection)]
    assert sum(sizes) == 1000
    assert max(sizes) * 2000 <= 1 << 21


def test_parquet_parts_may_differ_in_width_of_type(tmp_path):
    pa.parquet.write_table(pa.table({"a": pa.array([1, 2], pa.int32())}), tmp_path / "0.parquet")
    pa.parquet.write_table(pa.table({"a": [2.5]}), tmp_path / "1.parquet")
    np.testing.assert_array_equal(rows_of(tmp_path)[:, 0], [1, 2, 2.5])


def test_parquet_parts_with_other_columns_are_refused(tmp_path):
    pa.parquet.write_table(pa.table({"a": [1]}), tmp_path / "0.parquet")
    pa.parquet.write_table(pa.table({"z": [1]}), tmp_path / "1.parquet")
    with pytest.raises(TableError, match="the files of one table"):
        as_table(tmp_path)


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        (pa.array([1]), pa.array(["text"]), Kind.UNSUPPORTED),
        (pa.array([[1]]), pa.array([["x"]]), Kind.UNSUPPORTED),
        (pa.array(["a"]), pa.array(["a"]).dictionary_encode(), Kind.CATEGORICAL),
        (pa.array([1], pa.int8()), pa.array([True]), Kind.NUMERIC),
        (pa.array([0], pa.date32()), pa.array([0], pa.timestamp("ns")), Kind.DATETIME),
    ],
)
def test_parquet_parts_are_reconciled_column_by_column(tmp_path, first, second, kind):
    for number, array in enumerate((first, second)):
        table = pa.table({"c": array, "other": [1.0]})
        pa.parquet.write_table(table, tmp_path / f"{number}.parquet")
    assert [column.kind for column in as_table(tmp_path).columns] == [kind, Kind.NUMERIC]
    pair = read_pair(tmp_path, tmp_path)
    assert ("c" in pair.features) is (kind is not Kind.UNSUPPORTED)
    assert len(pair.query.rows_in_order()) >= 1


def test_what_writers_hide_is_not_read(tmp_path):
    for place in ("y=1", "_temporary", ".ipynb_checkpoints", "spark.parquet"):
        (tmp_path / place).mkdir()
        pa.parquet.write_table(pa.table({"a": [1.0]}), tmp_path / place / "part.parquet")
    assert as_table(tmp_path).n_rows == 2
    assert as_table(f"{tmp_path}/*.parquet").n_rows == 1


def test_a_damaged_cell_does_not_spoil_the_other_columns(tmp_path):
    path = tmp_path / "damaged.csv"
    path.write_bytes(
        "a,b\nné,1\nnöl,2\nx\xff,3\n".encode("latin-1")
        .replace("né".encode("latin-1"), "né".encode())
        .replace("nöl".encode("latin-1"), "nöl".encode())
    )
    pair = read_pair(path, path)
    assert pair.features == ("b",)
    assert [note.code for note in pair.notes] == ["not-utf8"]


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("quoted.csv", '"a;b;c",d\n1,2\n', ["a;b;c", "d"]),
        ("blank.csv", "\n\na;b\n1;2\n", ["a", "b"]),
        ("upper.TSV", "x\tk,l,m\n1\t2\n", ["x", "k,l,m"]),
    ],
)
def test_delimiters_are_told_from_the_header(tmp_path, name, text, columns):
    path = write_csv(tmp_path / name, text)
    assert [column.name for column in as_table(path).columns] == columns


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


def test_damage_inside_a_parquet_file_is_found_while_reading(tmp_path):
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table({"a": np.random.default_rng(0).normal(size=5000)}), path)
    damaged = bytearray(path.read_bytes())
    damaged[4:400] = bytes(396)
    path.write_bytes(bytes(damaged))
    with pytest.raises(UnreadableTableError, match="cannot read"):
        read_pair(path, path)


def test_a_glob_is_for_parquet(tmp_path):
    write_csv(tmp_path / "a.csv")
    with pytest.raises(UnreadableTableError, match="not Parquet"):
        as_table(f"{tmp_path}/*.csv")


@pytest.mark.parametrize("path", ["a,b\n1,2\n" * 5000, "~nobody-of-that-name.csv"])
def test_what_is_no_path_is_an_error_of_our_own(path):
    with pytest.raises(UnreadableTableError):
        as_table(path)


@pytest.mark.parametrize("path", ["no/such/file.csv", "no/such/*.parquet", ".", ""])
def test_nothing_there(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnreadableTableError, match=r"no file|no Parquet file"):
        as_table(path)


def test_header_without_rows(tmp_path):
    path = write_csv(tmp_path / "t.csv", "a,b\n")
    with pytest.raises(TableError, match="the query has no rows"):
        read_pair({"a": [1], "b": [2]}, path)
