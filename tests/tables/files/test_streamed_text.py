"""A text in blocks has the types and the cells that it has when it is read at once."""

import bz2
import datetime
import gzip
import pickle

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.engines.reading import read_pair
from featureshift.errors import FeatureshiftError, TableError, UnreadableTableError
from featureshift.tables import Kind, as_table
from featureshift.tables.files import delimited
from featureshift.tables.files.delimited import open_delimited
from featureshift.tables.files.file import File
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.streamed_text import open_streamed

CELLS = {
    "whole": st.integers(-2000, 2000).map(str),
    "flag": st.sampled_from(["0", "1"]),
    "word for a flag": st.sampled_from(["true", "FALSE", "True"]),
    "hexadecimal": st.sampled_from(["0x1F", " 0X2", "-0x3"]),
    "fraction": st.sampled_from(["1.5", "-.5", "2.", "1e3", "inf", "99999999999999999999", " 7.5"]),
    "comma": st.sampled_from(["1,5", "-7,25", "1.234,5"]),
    "thousands": st.sampled_from(["1,234", "1'234.5", "12 345", "+5", "1,234,567.5"]),
    "code": st.sampled_from(["007", " 01", "00", "-01"]),
    "date": st.dates(datetime.date(1000, 1, 1), datetime.date(2999, 1, 1)).map(str),
    "near date": st.dates(datetime.date(1990, 1, 1), datetime.date(2100, 1, 1)).map(str),
    "clock": st.sampled_from(["08:30", "23:59:59"]),
    "instant": st.sampled_from(["2024-01-31 10:00:00", "2024-01-31T10:00", "1200-01-01 00:00:00"]),
    "fine instant": st.sampled_from(["2024-01-31 10:00:00.5", "2024-02-01 00:00:00.123456789"]),
    "zoned": st.sampled_from(["2024-01-31T10:00:00Z", "2024-01-31 10:00:00.25+0100"]),
    "missing": st.sampled_from(["", "NA", "nan"]),
    "text": st.sampled_from(["x", "it's", "né", 'a "b" c', "1 2", "two\nlines", "a,b", "a;b"]),
    "damaged": st.just("x\udcff"),
}
OFTEN_TOGETHER = [
    ["whole", "fraction"],
    ["flag", "word for a flag"],
    ["whole", "word for a flag"],
    ["whole", "hexadecimal", "fraction"],
    ["whole", "thousands", "fraction"],
    ["whole", "comma"],
    ["whole", "code"],
    ["date", "instant", "fine instant"],
    ["near date", "fine instant"],
    ["instant", "zoned"],
    ["text", "whole", "thousands"],
    ["text", "damaged"],
]


@st.composite
def columns(draw, n_rows):
    kinds = draw(
        st.sampled_from(OFTEN_TOGETHER)
        | st.lists(st.sampled_from([*CELLS]), min_size=1, max_size=2)
    )
    kinds = [*kinds, *draw(st.sampled_from([[], ["missing"]]))]
    usual = CELLS[kinds[0]]
    any_of_them = st.one_of([CELLS[kind] for kind in kinds])
    # One cell of another kind is what a type hangs on.
    cells = draw(st.lists(usual, min_size=n_rows, max_size=n_rows))
    for place in draw(st.lists(st.integers(0, n_rows - 1), max_size=4)):
        cells[place] = draw(any_of_them)
    return cells


@st.composite
def texts(draw):
    n_rows = draw(st.integers(1, 40))
    table = draw(st.lists(columns(n_rows), min_size=1, max_size=5))
    separator = draw(st.sampled_from(",;"))
    quote = draw(st.sampled_from(["never", "where needed", "always"]))

    def cell(text):
        needed = any(sign in text for sign in f"{separator}\n") or text.startswith('"')
        if quote == "always" or (quote == "where needed" and needed):
            return '"' + text.replace('"', '""') + '"'
        return text.replace(separator, " ").replace("\n", " ")

    header = separator.join(f"c{j}" for j in range(len(table)))
    rows = [separator.join(map(cell, row)) for row in zip(*table, strict=True)]
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return (end.join([header, *rows]) + end).encode(errors="surrogateescape")


def opened(open_one, content, options):
    """Kinds, types, notes, dialect and cells of a table; the kind of the error if there is none."""
    try:
        table = open_one(File.of_bytes("t.csv", content), options)
    except (FeatureshiftError, pa.ArrowException, UnicodeError) as error:
        return type(error) if isinstance(error, FeatureshiftError) else UnreadableTableError
    return table.columns, table.n_rows, sorted(table.notes), table.dialect, cells_of(table)


def cells_of(table):
    supported = [j for j, column in enumerate(table.columns) if column.kind is not Kind.UNSUPPORTED]
    read = [
        pa.table(list(batch.columns), [*map(str, supported)])
        for part in table.partitions()
        for batch in part.read(supported, 1000)
    ]
    if not supported or not read:
        return []
    return [repr(column.to_pylist()) for column in pa.concat_tables(read).columns]


def at_once(file, options):
    return delimited._read_at_once(file, options)


def in_blocks(size):
    return lambda file, options: open_streamed([file], options, size=size)


@settings(max_examples=300, deadline=None)
@given(
    content=texts(),
    size=st.sampled_from([1, 16, 40, 120, 1 << 20]),
    types=st.sampled_from([{}, {}, {}, {"c0": "text"}, {"c*": "number"}]),
)
def test_blocks_tell_what_the_whole_tells(content, size, types):
    options = ReadOptions(types=types)
    assert opened(in_blocks(size), content, options) == opened(at_once, content, options)


@pytest.fixture
def small_blocks(monkeypatch):
    """Any text is long."""
    monkeypatch.setattr("featureshift.tables.files.delimited.READ_AT_ONCE", 0)
    monkeypatch.setattr("featureshift.tables.files.survey.BLOCK", 1 << 12)
    monkeypatch.setattr("featureshift.tables.files.survey.LARGEST_BLOCK", 1 << 12)


ROWS = [(f"{j / 8}", str(j), ["Zürich", "Oslo", ""][j % 3]) for j in range(2000)]
TEXT = "share,count,city\n" + "".join(",".join(row) + "\n" for row in ROWS)


def expected():
    return opened(at_once, TEXT.encode(), ReadOptions())


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress])
def test_a_long_text_is_read_in_parts(tmp_path, compress):
    path = tmp_path / "t.csv"
    path.write_bytes(compress(TEXT.encode()))
    table = as_table(path)
    assert len(table.partitions()) >= 4
    assert (table.columns, table.n_rows, cells_of(table)) == (*expected()[:2], expected()[4])
    later = table.partitions()[-1]
    assert [batch.to_pylist() for batch in pickle.loads(pickle.dumps(later)).read([1], 10)]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "windows-1252"])
def test_encodings(tmp_path, encoding):
    path = tmp_path / "t.csv"
    path.write_bytes(TEXT.encode(encoding))
    assert cells_of(as_table(path)) == expected()[4]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("last", ["né,1\n", "\x81é,2\n"])
def test_an_encoding_that_shows_late(tmp_path, last):
    content = ("a,b\n" + "x,1\n" * 100_000 + last).encode("latin-1")
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    found, wanted = as_table(path), at_once(File.of_bytes("t.csv", content), ReadOptions())
    assert found.notes == wanted.notes
    assert cells_of(found) == cells_of(wanted)


@pytest.mark.usefixtures("small_blocks")
def test_a_row_of_another_width_is_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + "1,2\n" * 5000 + "3\n" + "1,2\n" * 5000)
    with pytest.raises(UnreadableTableError, match=r"row 5,001: Expected 2 columns, got 1"):
        as_table(path)


@pytest.mark.usefixtures("small_blocks")
def test_a_file_that_changes_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    table = as_table(path)
    path.write_text(TEXT[:-500])
    with pytest.raises(UnreadableTableError, match="written to while it was read"):
        cells_of(table)


@pytest.mark.usefixtures("small_blocks")
def test_a_header_longer_than_a_block():
    names = [f"a_long_name_of_a_column_{j}" for j in range(3000)]
    rows = [["1.5"] * 3000 for _ in range(6)]
    rows[5][7], rows[5][8] = "word", "007"
    content = "\n".join(map(",".join, [names, *rows])).encode()
    table = open_delimited(File.of_bytes("t.csv", content), ReadOptions())
    assert [c.name for c in table.columns if c.kind is Kind.CATEGORICAL] == names[7:9]
    assert table.n_rows == 6


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("header", [True, False])
def test_no_header(header):
    content = (b"sep=;\n" if header else b"") + b"1.5;x\n2.5;y\n" * 2000
    table = open_delimited(File.of_bytes("t.csv", content), ReadOptions())
    assert [column.name for column in table.columns] == ["x0", "x1"]
    assert table.n_rows == 4000


def test_files_of_a_folder_are_one_table(tmp_path):
    for day, (start, end) in {"2025-01-31": (0, 700), "2025-02-01": (700, 2000)}.items():
        place = tmp_path / f"day={day}"
        place.mkdir()
        lines = [",".join(row) + "\n" for row in ROWS[start:end]]
        (place / "part.csv.gz").write_bytes(
            gzip.compress(("share,count,city\n" + "".join(lines)).encode())
        )
    (tmp_path / "README.txt").write_text("nothing to read")
    for place in (tmp_path, f"{tmp_path}/day=*", f"{tmp_path}/*/*.csv.gz"):
        table = as_table(place)
        assert [column.name for column in table.columns] == ["share", "count", "city", "day"]
        assert cells_of(table)[:3] == expected()[4]
        days = eval(cells_of(table)[3], {"datetime": datetime})
        assert days == [datetime.date(2025, 1, 31)] * 700 + [datetime.date(2025, 2, 1)] * 1300


def test_files_of_different_types_and_orders_are_one_table(tmp_path):
    (tmp_path / "a.csv").write_text("n,s\n1,x\n2,\n")
    (tmp_path / "b.csv").write_text("s;n\n7;1,5\n8;2,25\n")
    table = as_table(tmp_path)
    assert cells_of(table) == ["[1.0, 2.0, 1.5, 2.25]", "['x', None, '7', '8']"]
    assert [note.message for note in table.notes] == [
        "read with ';' between fields, a decimal comma"
    ]


def test_files_of_different_columns_are_refused(tmp_path):
    (tmp_path / "a.csv").write_text("n,s\n1,x\n")
    (tmp_path / "b.csv").write_text("n,t\n1,x\n")
    with pytest.raises(TableError, match="different columns"):
        as_table(tmp_path)


@pytest.mark.usefixtures("small_blocks")
def test_the_same_sample_as_of_a_table_in_memory(tmp_path, rng):
    columns = {"x": rng.normal(size=3000).round(3), "c": rng.choice(["a", "b", "ü"], 3000)}
    path = tmp_path / "t.csv"
    rows = zip(*columns.values(), strict=True)
    path.write_text("x,c\n" + "".join(f"{x},{c}\n" for x, c in rows))
    pair = read_pair(columns, path, max_rows=500)
    first, second = (side.sample for side in (pair.reference, pair.query))
    np.testing.assert_array_equal(
        first.take(first.in_order(500)), second.take(second.in_order(500))
    )
