"""Repairs of every kind, on every kind of table, and their code."""

from dataclasses import dataclass
from types import SimpleNamespace

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal

from featureshift.errors import OptionError, UnknownNameError
from featureshift.explain import Diagnosis, Where
from featureshift.rows.facts import TableFacts
from tests.repair.made import explained, result_of

ROWS = 40
WHERE = {
    "level": Where("only where t is 'b'", "t", "=", ("b",), 0.3),
    "levels": Where("only where t is a or b", "t", "in", ("a", "b"), 0.6),
    "above": Where("only where k > 20", "k", ">", (20.0,), 0.5),
    "up to": Where("only where k <= 20", "k", "<=", (20.0,), 0.5),
    "truth": Where("only where b = true", "b", "=", (True,), 0.5),
    "rows": Where("only in rows 5 to 9", None, "rows", (5, 9), 0.1),
}


def columns():
    rng = np.random.default_rng(5)
    x = rng.normal(100, 30, ROWS).round(2)
    x[3] = np.nan
    return {
        "x": x,
        "y": rng.normal(5, 2, ROWS),
        "k": np.arange(ROWS),
        "t": np.array(["a", "b", "c", None] * (ROWS // 4), object),
        "b": np.arange(ROWS) % 2 == 0,
        "d": np.array(["2024-01-05T07:30", "2024-03-17T12:00", "2023-12-02", "NaT"] * 10, "M8[us]"),
    }


CASES = {
    "unit": explained("x", "scale", numbers={"factor": 2.54}, decimals=1),
    "inverse unit": explained("x", "scale", numbers={"factor": 1 / 0.45359237}),
    "temperature": explained("x", "scale", numbers={"factor": 1.8, "offset": 32.0}),
    "whole numbers": explained("k", "scale", numbers={"factor": 3.0}, decimals=0),
    "offset": explained("y", "offset", numbers={"offset": -4.25}),
    "offset of integers": explained("k", "offset", numbers={"offset": 7.0}, decimals=0),
    "sign": explained("x", "reflection", numbers={"center": 0.0}),
    "reflection": explained("x", "reflection", numbers={"center": 50.0}),
    "code": explained("k", "sentinel", numbers={"value": 17.0}),
    "limits": explained("k", "clipping", numbers={"low": 0.0, "high": 39.0}),
    "renamed": explained("t", "category-renamed", renames={"A": "a"}),
    "exchanged names": explained("t", "category-renamed", renames={"a": "b", "b": "a"}),
    "later": explained("d", "offset", numbers={"seconds": 7200.0}),
    "earlier": explained("d", "offset", numbers={"seconds": -86400.0 * 30}),
    "day and month": explained("d", "day-month-swapped"),
    "late": explained("y", "row-offset", numbers={"rows": 2.0}),
    **{
        f"where {name}": explained("x", "scale", numbers={"factor": 2.0}, where=where)
        for name, where in WHERE.items()
    },
}
FEATURES = ("x", "y", "k", "t", "b", "d")


def made(case):
    return result_of(CASES[case], features=FEATURES)


@pytest.mark.parametrize("case", CASES)
def test_pandas_code_does_what_repair_does(case):
    query = pd.DataFrame(columns(), index=np.arange(ROWS) * 3 + 1)
    result, names = made(case), {"query": query}
    exec(result.repair_code("pandas"), names)
    pd.testing.assert_frame_equal(names["repaired"], result.repair(query).table)


@pytest.mark.parametrize("case", CASES)
def test_polars_code_does_what_repair_does(case):
    query = pl.DataFrame(columns(), schema_overrides={"t": pl.String}, nan_to_null=True)
    result, names = made(case), {"query": query}
    exec(result.repair_code("polars"), names)
    assert_frame_equal(names["repaired"], result.repair(query).table)


@pytest.mark.parametrize("case", CASES)
def test_all_kinds_of_tables_agree(case):
    query, result = columns(), made(case)
    wanted = result.repair(pa.table(query)).table
    frames = {
        "pandas": pd.DataFrame(query),
        "polars": pl.DataFrame(query, schema_overrides={"t": pl.String}),
        "mapping": query,
    }
    for kind, table in frames.items():
        found = result.repair(table).table
        for name in FEATURES:
            values = nw.from_native(found[name], series_only=True, pass_through=True)
            values = values.to_list() if isinstance(values, nw.Series) else values.tolist()
            for one, other in zip(values, wanted[name].to_pylist(), strict=True):
                gone = [value is None or value != value for value in (one, other)]
                assert gone[0] == gone[1], (kind, name)
                same = one == other if name == "d" else one == pytest.approx(other)
                assert gone[0] or same, (kind, name)


@pytest.mark.parametrize("case", CASES)
def test_what_is_not_repaired_is_the_same_bit_by_bit(case):
    query, result = pd.DataFrame(columns(), index=list(range(ROWS, 0, -1))), made(case)
    before = query.copy(deep=True)
    found = result.repair(query).table
    others = [name for name in FEATURES if name != CASES[case].feature]
    pd.testing.assert_frame_equal(found[others], before[others], check_exact=True)
    pd.testing.assert_frame_equal(query, before, check_exact=True)
    assert list(found.columns) == list(before.columns)


def test_an_array_takes_its_names_from_the_reference():
    reference = pd.DataFrame({"u": [1.0, 2.0], "x": [1.0, 2.0]})
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}), features=("x",))
    assert result.repair(np.ones((2, 2)), reference).table.tolist() == [[1, 0.5], [1, 0.5]]


def test_paths_become_arrow(tmp_path):
    pq.write_table(pa.table({"x": [2.0, 4.0], "n": ["a", "b"]}), tmp_path / "q.parquet")
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}))
    found = result.repair(tmp_path / "q.parquet").table
    assert found.to_pydict() == {"x": [1.0, 2.0], "n": ["a", "b"]}


def test_a_column_that_holds_no_numbers_is_left():
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}))
    repaired = result.repair(pd.DataFrame({"x": ["a", "b"]}))
    assert repaired.done == ()
    assert "holds no numbers" in repaired.left[0].why


def test_a_query_without_the_column():
    result = result_of(explained("income", "scale", numbers={"factor": 2.0}))
    with pytest.raises(UnknownNameError, match="did you mean 'incom'"):
        result.repair({"incom": [1.0]})


def facts(reference, query, natural):
    return TableFacts(9, 9, reference, query, natural, 0.0, 0.0, 0.0, 0.0, 9, False)


@pytest.mark.parametrize(
    ("table", "dropped"),
    [(facts(0, 0.3, False), 2), (facts(0, 0.3, True), 0), (facts(0.3, 0.3, False), 0), (None, 0)],
)
def test_copies_are_dropped_where_only_the_query_has_them(table, dropped):
    query = pd.DataFrame({"x": [1.0, np.nan, 1.0, np.nan], "t": ["a", "b", "a", "b"]})
    result = result_of(table=table)
    repaired = result.repair(query)
    assert len(repaired.table) == len(query) - dropped
    names = {"query": query}
    exec(result.repair_code("pandas"), names)
    pd.testing.assert_frame_equal(names["repaired"], repaired.table)
    frame = pl.from_pandas(query)
    names = {"query": frame}
    exec(result.repair_code("polars"), names)
    assert_frame_equal(names["repaired"], result.repair(frame).table)


def test_drop():
    result = result_of(explained("x", "noise"), explained("z", "unclear"))
    query = pd.DataFrame({"x": [1], "y": [2], "z": [3], "id": [4]}, index=["r"])
    pd.testing.assert_frame_equal(result.drop(query), query[["y", "id"]])
    assert result.drop(np.array([[1, 2, 3]])).tolist() == [[2]]
    assert list(result.drop({"x": [1], "y": [2]})) == ["y"]


def test_imputing_needs_the_reference():
    with pytest.raises(OptionError, match="needs the reference"):
        result_of(explained("x", "noise")).repair({"x": [1.0]}, impute=True)


def test_what_cannot_be_repaired_is_imputed():
    rng = np.random.default_rng(0)
    tables = [pl.DataFrame({"x": rng.normal(size=300), "y": rng.normal(size=300)}) for _ in "ab"]
    query = tables[1].with_columns(x=pl.col("x") * 0 + 50.0)
    repaired = result_of(explained("x", "noise"), features=("x", "y")).repair(
        query, tables[0], impute=True
    )
    assert repaired.left == ()
    assert repaired.done[0].code == "imputed"
    assert repaired.table["x"].is_in(tables[0]["x"].to_list()).all()
    assert repaired.table["y"].equals(query["y"])


@dataclass(frozen=True)
class Change:
    """As the verdict on the schema has it."""

    kind: str
    column: str | None
    other: str | None = None


def with_schema(result, *changes):
    object.__setattr__(result, "schema", SimpleNamespace(changes=changes))
    return result


def test_columns_get_their_old_names_back():
    change = Change("renamed column", "income", "inc")
    result = with_schema(result_of(), change, Change("new column", "z"))
    for query in (pd.DataFrame({"a": [1], "inc": [2]}), pl.DataFrame({"a": [1], "inc": [2]})):
        repaired = result.repair(query)
        assert list(repaired.table.columns) == ["a", "income"]
        assert str(repaired) == "done  income: called 'income' again, not 'inc'"
        names = {"query": query}
        exec(result.repair_code("pandas" if isinstance(query, pd.DataFrame) else "polars"), names)
        assert list(names["repaired"].columns) == ["a", "income"]
    assert list(result.repair({"inc": [1.0], "a": [2]}).table) == ["income", "a"]
    fields = np.array([(1, 2.0)], dtype=[("inc", "i4"), ("a", "f4")])
    assert result.repair(fields).table.dtype.names == ("income", "a")
    assert fields.dtype.names == ("inc", "a")


def test_text_is_read_as_numbers_and_then_repaired():
    scaled = explained("x", "scale", numbers={"factor": 100.0})
    result = with_schema(result_of(scaled), Change("numbers as text", "x"))
    repaired = result.repair(pd.DataFrame({"x": ["1250,5", "100", None], "y": [1, 2, 3]}))
    assert repaired.table["x"].tolist()[:2] == [12.505, 1.0]
    assert [done.code for done in repaired.done] == ["type-changed", "scale"]


def test_the_reference_tells_that_a_text_was_a_number():
    retyped = {"x": Diagnosis("type-changed", "a number became a text", "high")}
    result = result_of(retyped=retyped)
    reference, query = pl.DataFrame({"x": [1.5, 2.5]}), pl.DataFrame({"x": ["EUR 1,5", "EUR 22,5"]})
    repaired = result.repair(query, reference)
    assert repaired.table["x"].to_list() == [1.5, 22.5]
    assert repaired.left == ()
    assert [each.column for each in result.repair(query).left] == ["x"]
    texts = result.repair(query, pl.DataFrame({"x": ["a", "b"]}))
    assert texts.table["x"].to_list() == query["x"].to_list()


def test_text_that_cannot_be_read_is_left():
    result = with_schema(result_of(), Change("numbers as text", "x"))
    repaired = result.repair({"x": ["1,234", "5,678"]})
    assert repaired.table["x"] == ["1,234", "5,678"]
    assert repaired.left[0].why == "commas or points in its numbers can be read in two ways"
