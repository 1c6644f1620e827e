import pyarrow as pa
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.engines.reading import read_pair
from featureshift.errors import TableError, UnknownNameError, UnsupportedTableError
from featureshift.tables import Kind, as_table
from featureshift.tables.typed import with_types

TABLE = pa.table({"zip": [1067, 80331], "n": ["1.5", "2"], "day": ["2024-01-31", None]})


@pytest.fixture
def path(tmp_path):
    pa.parquet.write_table(TABLE, tmp_path / "t.parquet")
    return tmp_path / "t.parquet"


def test_columns_of_any_file_are_read_as_what_they_are_said_to_be(path):
    table = fs.read_table(path, types={"z*": "text", "n": "number", "day": "date"})
    assert [c.kind for c in table.columns] == [Kind.CATEGORICAL, Kind.NUMERIC, Kind.DATETIME]
    pair = read_pair(table, table)
    assert pair.reference.encoder.levels[0].texts == ("1067", "80331")
    assert pair.reference.scan.high[1] == 2
    assert pair.reference.scan.present[2] == 1


def test_a_cell_that_cannot_be_read_so_is_told(path):
    table = fs.read_table(path, types={"day": "number"})
    with pytest.raises(TableError, match="'day' holds cells that are no number"):
        read_pair(table, table)


def test_a_column_that_is_not_there(path):
    with pytest.raises(UnknownNameError, match="did you mean 'zip'"):
        fs.read_table(path, types={"zipp": "text"})


def test_objects_in_memory_have_types_already():
    with pytest.raises(UnsupportedTableError, match="no file"):
        with_types(as_table([[1, 2]]), {"x0": "text"})
