import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from featureshift.errors import UnknownNameError
from featureshift.repair.editable import editable
from tests.repair.made import explained, result_of


def test_arrays():
    query = np.arange(12.0).reshape(4, 3)
    result = result_of(explained("y", "offset", numbers={"offset": 1.0}))
    found = result.repair(query).table
    assert found.tolist() == (query - [0, 1, 0]).tolist()
    assert query[0, 1] == 1.0
    whole = result.repair(query.astype(np.int64)).table
    assert whole.dtype == np.int64
    marked = result_of(explained("y", "sentinel", numbers={"value": 4.0}))
    wider = marked.repair(query.astype(np.int16)).table
    assert np.isnan(wider[1, 1])
    assert wider.dtype.kind == "f"


def test_arrays_with_fields_keep_the_type_of_each():
    query = np.array([(1, 2.0), (3, 4.0)], dtype=[("x", "i2"), ("y", "f4")])
    found = result_of(explained("y", "scale", numbers={"factor": 2.0})).repair(query).table
    assert found.dtype == query.dtype
    assert found["y"].tolist() == [1.0, 2.0]
    assert found["x"].tolist() == [1, 3]


def test_lazy_frames_stay_lazy():
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}))
    found = result.repair(pl.LazyFrame({"x": [2.0], "y": [1]})).table
    assert isinstance(found, pl.LazyFrame)
    assert found.collect().to_dict(as_series=False) == {"x": [1.0], "y": [1]}


def test_labels_of_pandas_need_not_be_texts():
    query = pd.DataFrame({0: [2.0, 4.0], 1: [1, 2]})
    found = result_of(explained("0", "scale", numbers={"factor": 2.0})).repair(query).table
    assert found[0].tolist() == [1.0, 2.0]
    assert list(found.columns) == [0, 1]


def kinds():
    columns = {"a": [1, 2, 3], "b": [0.5, 1.5, 2.5]}
    arrow = pa.table(columns)
    return {
        "pandas": arrow.to_pandas(),
        "polars": pl.DataFrame(columns),
        "arrow": arrow,
        "batch": arrow.to_batches()[0],
        "mapping": columns,
        "array": np.array([columns["a"], columns["b"]]).T,
        "fields": np.array(list(zip(*columns.values(), strict=True)), [("a", "i8"), ("b", "f8")]),
        "list": [[1.0, 0.5], [2.0, 1.5], [3.0, 2.5]],
    }


@pytest.mark.parametrize("kind", kinds())
def test_columns_rows_and_choices_of_every_kind(kind):
    table = editable(kinds()[kind], ["a", "b"])
    assert table.names == ("a", "b")
    assert table.n_rows == 3
    assert table.column("b").to_list() == [0.5, 1.5, 2.5]
    fewer = editable(table.rows(np.array([0, 2])), ["a", "b"])
    assert fewer.column("a").to_list() == [1, 3]
    assert editable(table.without(["a"]), ["b"]).column("b").to_list() == [0.5, 1.5, 2.5]
    changed = editable(table.changed({"a": table.column("b")}), ["a", "b"])
    assert changed.column("a").to_list() == [0.5, 1.5, 2.5]
    with pytest.raises(UnknownNameError):
        table.column("c")
