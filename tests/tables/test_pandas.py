"""What pandas frames bring along; run with pandas 3 and again with pandas 2."""

import os

import numpy as np
import pandas as pd
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import TableError
from featureshift.tables import Kind, as_table
from featureshift.tables.table import ArrayTable


def test_pandas_is_the_version_this_run_is_about():
    assert pd.__version__.split(".")[0] == os.environ.get("EXPECTED_PANDAS", "3")


def kind_of(series):
    (column,) = as_table(pd.DataFrame({"c": series, "other": ["x"] * len(series)})).columns[:1]
    return column.kind


@pytest.mark.parametrize(
    ("series", "kind"),
    [
        (pd.Series([1, 2]), Kind.NUMERIC),
        (pd.Series([1, None], dtype="Int64"), Kind.NUMERIC),
        (pd.Series([1.5, None], dtype="float32"), Kind.NUMERIC),
        (pd.Series([True, None], dtype="boolean"), Kind.BOOLEAN),
        (pd.Series(["a", None]), Kind.CATEGORICAL),
        (pd.Series(["a", None], dtype="string"), Kind.CATEGORICAL),
        (pd.Series(["a", "b"], dtype="category"), Kind.CATEGORICAL),
        (pd.Series([1, 2], dtype="category"), Kind.CODED),
        (pd.to_datetime(pd.Series(["2024-01-01", None])), Kind.DATETIME),
        (pd.Series(pd.date_range("2024", periods=2, tz="Europe/Paris")), Kind.DATETIME),
        (pd.Series(pd.to_timedelta([1, 2], unit="h")), Kind.NUMERIC),
        (pd.Series([None, None], dtype=object), Kind.EMPTY),
        (pd.Series([1, "a"], dtype=object), Kind.CATEGORICAL),
        (pd.Series(pd.period_range("2024", periods=2, freq="M")), Kind.UNSUPPORTED),
        (pd.Series([[1], [2]]), Kind.UNSUPPORTED),
    ],
)
def test_pandas_types(series, kind):
    assert kind_of(series) is kind


def test_pandas_block_of_floats_is_not_copied():
    values = np.zeros((5, 2))
    table = as_table(pd.DataFrame(values, columns=["a", "b"], copy=False))
    assert isinstance(table, ArrayTable)
    assert np.shares_memory(table.values, values)


def test_pandas_missing_values_of_every_sort_are_missing():
    frame = pd.DataFrame(
        {
            "float": [1.0, np.nan, 3.0],
            "Int": pd.array([1, None, 3], dtype="Int64"),
            "text": ["a", None, "b"],
            "time": pd.to_datetime(["2024-01-01", None, "2024-01-02"]),
        }
    )
    pair = read_pair(frame, frame)
    assert pair.reference.scan.present.tolist() == [2, 2, 2, 2]


def test_pandas_names_need_not_be_text_but_must_differ():
    assert [c.name for c in as_table(pd.DataFrame({0: [1.0], 1: [2.0]})).columns] == ["0", "1"]
    twice = pd.DataFrame([[1, "a"], [2, "b"]], columns=["a", "a"])
    with pytest.raises(TableError, match="more than one column named 'a'"):
        as_table(twice)


def test_pandas_columns_match_by_name_in_any_order(rng):
    frame = pd.DataFrame({"a": rng.normal(size=30), "b": rng.integers(0, 9, 30)})
    pair = read_pair(frame, frame[["b", "a"]].iloc[::-1])
    own, other = (side.rows_in_order() for side in pair.sides)
    np.testing.assert_array_equal(own, other[::-1])


def test_pandas_against_an_array_matches_by_position(rng):
    values = rng.normal(size=(30, 2))
    assert read_pair(pd.DataFrame(values, columns=["u", "v"]), values).features == ("u", "v")
    assert read_pair(values, pd.DataFrame(values, columns=["u", "v"])).features == ("u", "v")


def test_pandas_codes_match_numbers_or_texts():
    coded = pd.DataFrame({"c": pd.Categorical([1, 2, 1]), "t": ["x", "y", "z"]})
    plain = pd.DataFrame({"c": [1, 2, 2], "t": ["x", "y", "z"]})
    text = pd.DataFrame({"c": ["1", "2", "2"], "t": ["x", "y", "z"]})
    assert read_pair(coded, plain).kinds[0] is Kind.NUMERIC
    assert read_pair(coded, text).kinds[0] is Kind.CATEGORICAL
    assert len(read_pair(coded, text).reference.encoder.levels[0].texts) == 2


def test_pandas_frame_is_not_modified(rng):
    frame = pd.DataFrame({"a": rng.normal(size=20), "b": ["x", "y"] * 10, "c": [1, "z"] * 10})
    before = frame.copy(deep=True)
    pair = read_pair(frame, frame)
    for side in pair.sides:
        side.rows_in_order()
    pd.testing.assert_frame_equal(frame, before)
