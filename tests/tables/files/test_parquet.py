import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables import Kind, as_table
from featureshift.tables.files.file import File
from featureshift.tables.files.parquet import open_parquet
from featureshift.tables.table import Selection


def rows_of(path):
    table = as_table(path)
    selection = [Selection(j, column.kind) for j, column in enumerate(table.columns)]
    parts = table.partitions()
    return np.concatenate([b.values for part in parts for b in part.batches(selection)])


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


def test_damage_inside_a_parquet_file_is_found_while_reading(tmp_path):
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table({"a": np.random.default_rng(0).normal(size=5000)}), path)
    damaged = bytearray(path.read_bytes())
    damaged[4:400] = bytes(396)
    path.write_bytes(bytes(damaged))
    with pytest.raises(UnreadableTableError, match="cannot read"):
        read_pair(path, path)


@pytest.mark.parametrize("change", ["cut off", "other rows", "other columns", "fewer groups"])
@pytest.mark.parametrize("is_local", [True, False])
def test_a_file_that_is_written_to_meanwhile_is_one_clear_error(tmp_path, change, is_local):
    path = tmp_path / "t.parquet"
    rows = pa.table({"a": [1.0, 2.0, 3.0], "b": [4.0, 5.0, 6.0]})
    pa.parquet.write_table(rows, path, row_group_size=1)
    file = File.at(path) if is_local else File("far.parquet", lambda: pa.OSFile(str(path)))
    table = open_parquet("t", [file])
    other = {
        "cut off": rows,
        "other rows": rows.slice(1),
        "other columns": rows.rename_columns(["a", "c"]),
        "fewer groups": rows,
    }[change]
    height = 3 if change == "fewer groups" else 1
    pa.parquet.write_table(other, path, row_group_size=height)
    if change == "cut off":
        path.write_bytes(path.read_bytes()[:-20])
    says = "cannot read" if change == "cut off" and not is_local else "written to while it was read"
    selection = [Selection(0, Kind.NUMERIC), Selection(1, Kind.NUMERIC)]
    with pytest.raises(UnreadableTableError, match=says):
        [list(part.batches(selection)) for part in table.partitions()]
