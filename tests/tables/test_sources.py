import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import TableError, UnsupportedTableError
from featureshift.tables import Kind, as_table
from featureshift.tables.table import ArrayTable, Selection


def columns_of(source, **options):
    return {column.name: column.kind for column in as_table(source, **options).columns}


def values_of(source):
    table = as_table(source)
    selection = [Selection(j, column.kind) for j, column in enumerate(table.columns)]
    parts = table.partitions()
    return np.concatenate([b.values for part in parts for b in part.batches(selection)])


def test_array_columns_are_numbered():
    assert columns_of(np.zeros((3, 2))) == {"x0": Kind.NUMERIC, "x1": Kind.NUMERIC}


def test_array_takes_given_names_if_they_fit():
    assert list(columns_of(np.zeros((3, 2)), names=["a", "b"])) == ["a", "b"]
    assert list(columns_of(np.zeros((3, 2)), names=["a"])) == ["x0", "x1"]


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        (np.zeros(4), [Kind.NUMERIC]),
        (np.zeros((4, 1), bool), [Kind.BOOLEAN]),
        (np.array([["a", "b"], ["c", "d"]]), [Kind.CATEGORICAL] * 2),
        (np.array([[1, "b"], [2, None]], dtype=object), [Kind.NUMERIC, Kind.CATEGORICAL]),
        (np.array([(1, "x")], dtype=[("n", "i4"), ("s", "U3")]), [Kind.NUMERIC, Kind.CATEGORICAL]),
        ([[1, 2.5], [3, 4]], [Kind.NUMERIC] * 2),
        ({"a": [1, None], "b": ["x", "y"]}, [Kind.NUMERIC, Kind.CATEGORICAL]),
        (pa.table({"a": [True]}), [Kind.BOOLEAN]),
        (pa.record_batch({"a": [1.5]}), [Kind.NUMERIC]),
        ([{"a": 1, "b": "x"}, {"a": 2.5}], [Kind.NUMERIC, Kind.CATEGORICAL]),
        (pl.DataFrame({"a": [1], "b": ["x"]}), [Kind.NUMERIC, Kind.CATEGORICAL]),
        (pl.LazyFrame({"a": [1], "b": ["x"]}), [Kind.NUMERIC, Kind.CATEGORICAL]),
    ],
)
def test_kinds_of_every_sort_of_source(source, kinds):
    assert list(columns_of(source).values()) == kinds


def test_masked_cells_are_missing():
    masked = np.ma.masked_array([[1, 2], [3, 4]], mask=[[False, True], [False, False]])
    np.testing.assert_array_equal(values_of(masked), [[1, np.nan], [3, 4]])


def test_table_of_several_chunks_is_read_in_order():
    table = pa.concat_tables([pa.table({"a": [1.0, 2.0]}), pa.table({"a": [3.0]})])
    np.testing.assert_array_equal(values_of(table)[:, 0], [1, 2, 3])


def test_polars_types():
    frame = pl.DataFrame(
        {
            "date": pl.Series(["2024-01-01"]).str.to_date(),
            "cat": pl.Series(["a"], dtype=pl.Categorical),
            "list": [[1, 2]],
            "object": pl.Series([1 + 2j], dtype=pl.Object),
            "null": [None],
        }
    )
    assert columns_of(frame) == {
        "date": Kind.DATETIME,
        "cat": Kind.CATEGORICAL,
        "list": Kind.UNSUPPORTED,
        "object": Kind.CATEGORICAL,
        "null": Kind.EMPTY,
    }


def test_mixed_types_are_compared_as_text_with_a_note():
    table = as_table({"m": np.array([1, "a", None, 2.5], dtype=object)})
    (note,) = [column.note for column in table.columns]
    assert note.code == "mixed-types"
    assert "float, int, str" in note.message


def test_a_numeric_matrix_is_not_copied():
    values = np.zeros((5, 2))
    table = as_table(values)
    assert isinstance(table, ArrayTable)
    assert np.shares_memory(table.values, values)


@pytest.mark.parametrize(
    "source", [{"a": [1], "A": [1], 1: [2], "1": [3]}, pa.table([[1], [2]], names=["a", "a"])]
)
def test_duplicate_names_are_refused(source):
    with pytest.raises(TableError, match="more than one column named"):
        as_table(source)


@pytest.mark.parametrize(
    ("source", "error", "says"),
    [
        (np.zeros((2, 2, 2)), TableError, "reshape"),
        ({"a": [1, 2], "b": [1]}, TableError, "differ in length"),
        (42, UnsupportedTableError, "builtins.int"),
        ([1, [2, 3]], UnsupportedTableError, "a pandas, polars, Dask or Spark"),
        (object(), UnsupportedTableError, "toarray"),
    ],
)
def test_what_is_no_table_is_told_so(source, error, says):
    with pytest.raises(error, match=says):
        as_table(source)


@pytest.mark.parametrize(
    ("values", "kind", "present"),
    [
        (np.array([1.5, 2.5], ">f8"), Kind.NUMERIC, 2),
        (np.array([1.5, 2.5], np.longdouble), Kind.NUMERIC, 2),
        (np.array(["2024-01", "2024-02"], "datetime64[M]"), Kind.DATETIME, 2),
        (np.array([1, 2], "timedelta64[h]"), Kind.NUMERIC, 2),
        ([2**70, 1, None], Kind.NUMERIC, 2),
        ([1, "a", pd.NA, None, float("nan")], Kind.CATEGORICAL, 2),
        ([np.zeros(2), "a"], Kind.CATEGORICAL, 2),
        (["a", "\ud800"], Kind.CATEGORICAL, 2),
        (np.ma.masked_array(["a", "b", "c"], [False, True, False]), Kind.CATEGORICAL, 2),
        (pd.Series(pd.arrays.SparseArray([0.0, 1.5])), Kind.NUMERIC, 2),
        ([float("nan"), float("nan")], Kind.EMPTY, 0),
    ],
)
def test_unusual_columns(values, kind, present):
    table = as_table({"c": values, "\ud800": [0] * len(values)})
    assert table.columns[0].kind is kind
    pair = read_pair(table, table, columns=["c", "\ud800"])
    assert ("c" in pair.features) is bool(present)
    if present:
        assert pair.reference.scan.present[0] == present


def test_a_column_of_one_value_is_told():
    with pytest.raises(TableError, match="column 'x' is a single value"):
        as_table({"x": 5})


def test_integers_of_128_bits():
    frame = pl.DataFrame({"a": pl.Series([1, 2], dtype=pl.Int128), "b": ["x", "y"]})
    assert columns_of(frame)["a"] is Kind.NUMERIC


@pytest.mark.parametrize(("width", "levels"), [("int8", 128), ("uint8", 256)])
def test_a_dictionary_as_large_as_its_index_allows(width, levels):
    codes = pa.array([0, None, levels - 1], getattr(pa, width)())
    array = pa.DictionaryArray.from_arrays(codes, [f"l{i}" for i in range(levels)])
    (part,) = as_table(pa.table({"c": array})).partitions()
    (batch,) = part.batches([Selection(0, Kind.CATEGORICAL)])
    assert set(batch.levels[0].values()) == {"l0", f"l{levels - 1}"}
    assert np.isnan(batch.values[1, 0])


def test_whole_floats_and_integers_are_one_level():
    whole = pa.table({"c": pa.array([1, 2]).dictionary_encode()})
    floats = pa.table({"c": pa.array([1.0, 2.0]).dictionary_encode()})
    pair = read_pair(whole, floats)
    assert pair.reference.encoder.levels[0].texts == ("1", "2")


def test_a_table_passes_through():
    table = as_table({"a": [1]})
    assert as_table(table) is table


def test_records_may_lack_fields():
    np.testing.assert_array_equal(
        values_of([{"a": 1, "b": 2}, {"b": 3}, {}]), [[1, 2], [np.nan, 3], [np.nan, np.nan]]
    )


def test_dask_frames_are_read_as_what_they_hold():
    import dask.dataframe  # which need not know every pandas that the other tests are run with

    frame = pd.DataFrame({"a": [1.5, None, 3.0], "b": ["x", "y", "x"], "c": [True, False, True]})
    assert columns_of(dask.dataframe.from_pandas(frame, npartitions=2)) == columns_of(frame)
    np.testing.assert_array_equal(
        values_of(dask.dataframe.from_pandas(frame, npartitions=2)), values_of(frame)
    )
