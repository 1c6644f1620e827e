import bz2
import gzip
import io
import itertools
import lzma

import numpy as np
import pyarrow as pa
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables import Kind, as_table
from featureshift.tables.read_table import read_table
from featureshift.tables.table import Selection

CSV = "n,s,b,i\n1.5,a,true,1\n,b,false,2\n3.0,,true,3\n"
CITIES = ["Zürich", "Łódź", "São Paulo", "Oslo"]
LATIN_CITIES = ["Zürich", "Málaga", "São Paulo", "Oslo"]
PLAIN = (
    "zip,income,share,day,city\n00123,1234.5,0.25,2024-01-31,Oslo\n99084,7,-1.5,2024-02-01,Bonn\n"
)


def columns_of(table):
    return {column.name: column.kind for column in table.columns}


def values_of(table, name):
    """Numbers as they are, texts as texts."""
    (j,) = [j for j, column in enumerate(table.columns) if column.name == name]
    found = []
    for part in table.partitions():
        for batch in part.batches([Selection(j, table.columns[j].kind)]):
            texts = batch.levels.get(0)
            cells = batch.values[:, 0].tolist()
            found += cells if texts is None else [texts.get(cell) for cell in cells]
    return found


def write_csv(path, text):
    path.write_bytes(text.encode())
    return path


def words(table):
    return [note.message for note in table.notes]


def written(rows, separator, decimal, thousands, quote):
    """A table of people's spreadsheets, in a dialect."""

    def number(value):
        text = f"{value:,.2f}".replace(",", "\0").replace(".", decimal).replace("\0", thousands)
        return f"{quote}{text}{quote}" if separator in text else text

    def text(value):
        return f"{quote}{value}{quote}" if separator in value else value

    lines = [separator.join(["amount", "count", "city", "remark"])]
    lines += [
        separator.join([number(amount), str(count), text(city), text(remark)])
        for amount, count, city, remark in rows
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "windows-1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize(("decimal", "thousands"), [(".", ""), (",", ""), (",", "."), (".", "'")])
def test_every_dialect_gives_the_same_table(tmp_path, rng, separator, decimal, thousands, encoding):
    cities = LATIN_CITIES if encoding == "windows-1252" else CITIES
    rows = [
        (round(value, 2), int(count), cities[count % 4], f"{cities[count % 3]}, a{separator}b")
        for value, count in zip(rng.lognormal(6, 3, 200), rng.integers(0, 90, 200), strict=True)
    ]
    path = tmp_path / "t.csv"
    text = written(rows, separator, decimal, thousands, '"')
    path.write_bytes(text.encode(encoding))
    if separator == "," and decimal == ",":  # quoted numbers: who reads them must be told
        table = read_table(path, decimal=".", thousands="", types={"amount": "text"})
        assert values_of(table, "amount") == [
            f"{row[0]:,.2f}".replace(",", "\0").replace(".", ",").replace("\0", thousands)
            for row in rows
        ]
        return
    table = as_table(path)
    np.testing.assert_allclose(values_of(table, "amount"), [row[0] for row in rows])
    assert values_of(table, "count") == [row[1] for row in rows]
    assert values_of(table, "city") == [row[2] for row in rows]
    assert values_of(table, "remark") == [row[3] for row in rows]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PLAIN, None),
        (PLAIN.replace(",", ";"), "read with ';' between fields"),
        ("a;b\n1,5;x\n2,25;y\n", "read with ';' between fields, a decimal comma"),
        (
            "a|b\n1.234,5|x\n-2,25|y\n",
            "read with '|' between fields, a decimal comma, '.' between thousands",
        ),
        ("a\tb\n1\tx\n", "read with a tab between fields"),
        ("a,b\n'x,y',2\n'z',3\n", 'read with "\'" around texts'),
        ("sep=;\na;b\n1;2\n", "read with ';' between fields"),
        (
            "5.1,3.5,setosa\n4.9,3.0,setosa\n",
            "read with no header: columns are called x0, x1 and so on",
        ),
    ],
)
def test_what_is_not_plain_is_told(tmp_path, text, told):
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert words(as_table(path)) == ([] if told is None else [told])


def test_a_tab_in_a_file_of_tabs_is_not_worth_telling(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text(PLAIN.replace(",", "\t"))
    assert words(as_table(path)) == []


def test_each_side_has_its_own_dialect(tmp_path, rng):
    numbers = rng.normal(size=(2, 300, 2)) * 10
    (tmp_path / "a.csv").write_text("a,b\n" + "".join(f"{a:.3f},{b:.3f}\n" for a, b in numbers[0]))
    (tmp_path / "b.csv").write_text(
        "a;b\n" + "".join(f"{a:.3f};{b:.3f}\n" for a, b in numbers[1]).replace(".", ",")
    )
    pair = read_pair(tmp_path / "a.csv", tmp_path / "b.csv", strict=True)
    assert pair.kinds == (Kind.NUMERIC, Kind.NUMERIC)
    assert [note.message for note in pair.notes] == [
        "the query is read with ';' between fields, a decimal comma"
    ]
    np.testing.assert_allclose(
        pair.query.sample.take(pair.query.sample.in_order(300)), numbers[1], atol=1e-3
    )


def test_one_note_if_both_are_written_alike(tmp_path):
    (tmp_path / "a.csv").write_text("a;b\n1;2\n3;4\n")
    pair = read_pair(tmp_path / "a.csv", tmp_path / "a.csv")
    dialects = [note.message for note in pair.notes if note.code == "dialect"]
    assert dialects == ["both tables are read with ';' between fields"]


@pytest.mark.parametrize(
    "cells", [["00123", "99084"], ["01", "10"], ["1", "2", "03"], ["007.5", "1"]]
)
def test_a_leading_zero_makes_a_text(tmp_path, cells):
    path = tmp_path / "t.csv"
    path.write_text("code,n\n" + "".join(f"{cell},{j}\n" for j, cell in enumerate(cells)))
    table = as_table(path)
    assert columns_of(table) == {"code": Kind.CATEGORICAL, "n": Kind.NUMERIC}
    assert values_of(table, "code") == cells


@pytest.mark.parametrize("cells", [["0", "10"], ["0.5", "00"[:1]], ["-0.5", "0"], ["100", "2e05"]])
def test_a_zero_alone_does_not(tmp_path, cells):
    path = tmp_path / "t.csv"
    path.write_text("code,time\n" + "".join(f"{cell},08:30 h\n" for cell in cells))
    assert columns_of(as_table(path))["code"] is Kind.NUMERIC


def test_a_leading_zero_far_below_counts(tmp_path):
    path = tmp_path / "t.csv.gz"
    lines = "".join(f"{j},{j}\n" for j in range(10_000, 400_000))
    path.write_bytes(gzip.compress(f"zip,n\n{lines}01067,1\n".encode()))
    assert columns_of(as_table(path)) == {"zip": Kind.CATEGORICAL, "n": Kind.NUMERIC}


@pytest.mark.parametrize(
    ("ending", "compress"),
    [
        (".gz", gzip.compress),
        (".bz2", bz2.compress),
        (".xz", lzma.compress),
        (".zst", lambda data: pa.compress(data, "zstd", asbytes=True)),
        ("", gzip.compress),
    ],
)
def test_compressed(tmp_path, ending, compress):
    path = tmp_path / f"t.csv{ending}"
    path.write_bytes(compress(PLAIN.encode()))
    assert values_of(as_table(path), "city") == ["Oslo", "Bonn"]


def test_an_encoding_that_shows_late(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(("a,b\n" + "x,1\n" * 200_000 + "Zürich,2\n").encode("windows-1252"))
    table = as_table(path)
    assert values_of(table, "a")[-1] == "Zürich"
    assert words(table) == ["read with the encoding windows-1252"]


def test_bytes_that_windows_does_not_know(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,b\n" + b"x,1\n" * 100_000 + b"\x81\xe9,2\n")
    assert words(as_table(path)) == ["read with the encoding latin-1"]


@pytest.mark.parametrize(
    ("text", "options", "values"),
    [
        ("a;b\n1,5;2\n2,5;3\n", {"separator": ","}, UnreadableTableError),
        ("a;b\n1,500;2\n2,750;3\n", {"decimal": "."}, [1500, 2750]),
        ("a;b\n1,500;2\n2,750;3\n", {"decimal": ","}, [1.5, 2.75]),
        ("a;b\n1.500;2\n2.750;3\n", {"decimal": ","}, [1500, 2750]),
        ("a;b\n1.500;2\n2.750;3\n", {}, [1.5, 2.75]),
        ("a;b\n01;2\n02;3\n", {"types": {"a": "number"}}, [1, 2]),
        ("a;b\n1.234,5;2\n7;3\n", {"types": {"a": "number"}}, [1234.5, 7]),
        ("a;b\n1;2\n2;3\n", {"types": {"a": "text"}}, ["1", "2"]),
        ("a;b\n001;2\n2;3\n", {"types": {"*": "text"}}, ["001", "2"]),
        ("1;2\n3;4\n", {"header": False, "types": {"x0": "text"}}, None),
        ("a;b\nx;2\n7;3\n", {"types": {"a": "number"}}, TableError),
        ("a;b\n2024-01-01;2\n", {"types": {"a": "date"}}, [1704067200.0]),
    ],
)
def test_what_is_said_is_not_sniffed(text, options, values):
    stream = io.BytesIO(text.encode())
    if isinstance(values, type):
        with pytest.raises(values):
            values_of(read_table(stream, **options), "a")
    elif values is None:
        table = read_table(stream, **options)
        assert columns_of(table) == {"x0": Kind.CATEGORICAL, "x1": Kind.NUMERIC}
        assert values_of(table, "x0") == ["1", "3"]
    else:
        assert values_of(read_table(stream, **options), "a") == values


def test_an_encoding_that_is_said_is_used(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes("a,b\nЖ,1\n".encode("cp1251"))
    assert values_of(read_table(path, encoding="cp1251"), "a") == ["Ж"]
    with pytest.raises(UnreadableTableError):
        read_table(path, encoding="ascii")


def test_a_table_far_wider_than_long():
    names = ",".join(f"column_{j}" for j in range(100_000))
    row = ",".join(["1.5"] * 100_000)
    table = as_table(io.BytesIO(f"{names}\n{row}\n{row}\n".encode()))
    assert len(table.columns) == 100_000
    assert table.n_rows == 2


def test_types_of_a_wide_table_are_those_of_all_its_cells():
    names = [f"column_{j}" for j in range(3_000)]
    rows = [["1.5"] * 3_000 for _ in range(9)]
    rows[8][7], rows[8][8], rows[7][9] = "word", "007", ""
    lines = [names, *rows]
    table = as_table(io.BytesIO("\n".join(map(",".join, lines)).encode()))
    texts = [column.name for column in table.columns if column.kind is Kind.CATEGORICAL]
    assert texts == ["column_7", "column_8"]
    assert values_of(table, "column_8") == ["1.5"] * 8 + ["007"]
    assert np.isnan(values_of(table, "column_9")[7])


def test_cells_longer_than_a_block():
    long = "x" * (3 << 20)
    text = "a,b\n" + "1,2\n" * 100_000 + f'"{long}",3\n'
    assert as_table(io.BytesIO(text.encode())).n_rows == 100_001


@pytest.mark.parametrize("text", ["x\n1,5\n2,5\n", "x\r\n1,5\r\n2,5"])
def test_one_column_with_a_decimal_comma(text):
    assert values_of(as_table(io.BytesIO(text.encode())), "x") == [1.5, 2.5]


def test_sides_of_quotes_and_separators():
    for separator, quote in itertools.product(",;|\t", "\"'"):
        text = f"a{separator}b\n" + f"{quote}x{separator}y{quote}{separator}it is\n" * 3
        table = as_table(io.BytesIO(text.encode()))
        assert values_of(table, "a") == [f"x{separator}y"] * 3


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
def test_delimited_text(tmp_path, name, text):
    path = write_csv(tmp_path / name, text)
    for place in (path, str(path)):
        table = as_table(place)
        found = {column.name: values_of(table, column.name) for column in table.columns}
        assert found["s"] == ["a", "b", None]
        np.testing.assert_array_equal(found["n"], [1.5, np.nan, 3])
        np.testing.assert_array_equal(found["b"], [1, 0, 1])
        np.testing.assert_array_equal(found["i"], [1, 2, 3])


def test_csv_dates_and_line_breaks_in_cells(tmp_path):
    path = write_csv(tmp_path / "t.csv", 'day,text\n2024-01-31,"two\nlines"\n2024-02-01,x\n')
    assert [column.kind for column in as_table(path).columns] == [Kind.DATETIME, Kind.CATEGORICAL]


def test_csv_type_is_that_of_the_whole_column(tmp_path):
    numbers = "\n".join(map(str, range(300_000)))
    path = write_csv(
        tmp_path / "t.csv", f"a,b\n{numbers.replace(chr(10), ',1' + chr(10))},1\nword,1\n"
    )
    assert [column.kind for column in as_table(path).columns] == [Kind.CATEGORICAL, Kind.NUMERIC]


def test_a_damaged_cell_does_not_spoil_the_other_columns(tmp_path):
    path = tmp_path / "damaged.csv"
    path.write_bytes("a,b\nné,1\nnöl,2\n".encode() + b"x\xff,3\n")
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


def test_header_without_rows(tmp_path):
    path = write_csv(tmp_path / "t.csv", "a,b\n")
    with pytest.raises(TableError, match="the query has no rows"):
        read_pair({"a": [1], "b": [2]}, path)
