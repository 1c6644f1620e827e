import io

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.file import File
from featureshift.tables.files.formats import FORMATS, open_file
from featureshift.tables.files.options import ReadOptions

TABLE = pa.table({"a": [1.5, 2.5], "b": ["x", "y"]})


def parquet():
    sink = io.BytesIO()
    pa.parquet.write_table(TABLE, sink)
    return sink.getvalue()


def feather():
    sink = io.BytesIO()
    pa.feather.write_feather(TABLE, sink)
    return sink.getvalue()


CONTENTS = {
    "csv": b"a,b\n1.5,x\n2.5,y\n",
    "lines": b'{"a": 1.5, "b": "x"}\n{"a": 2.5, "b": "y"}\n',
    "list": b'\xef\xbb\xbf[{"a": 1.5, "b": "x"}, {"a": 2.5, "b": "y"}]',
    "parquet": parquet(),
    "feather": feather(),
}


@pytest.mark.parametrize("kind", CONTENTS)
def test_bytes_without_a_name_are_known_by_how_they_begin(kind):
    table = open_file(File.of_bytes("download?id=5", CONTENTS[kind]), ReadOptions())
    assert [column.name for column in table.columns] == ["a", "b"]
    assert table.n_rows == 2


def test_a_page_is_no_table():
    with pytest.raises(UnreadableTableError, match="no table but a page"):
        open_file(File.of_bytes("x", b"<!doctype html><html>"), ReadOptions())


def test_types_are_for_every_format():
    for kind, content in CONTENTS.items():
        table = open_file(File.of_bytes(kind, content), ReadOptions(types={"a": "text"}))
        assert table.columns[0].kind == "categorical"


def test_every_ending_is_lower_case():
    assert all(ending.startswith(".") and ending == ending.lower() for ending in FORMATS)
