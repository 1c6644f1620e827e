import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import ColumnError, TableError, UnknownNameError


def frames(rng, n):
    return {
        "num": rng.normal(size=n),
        "int": rng.integers(0, 5, n),
        "cat": rng.choice(["u", "v", "w"], n),
        "flag": rng.random(n) < 0.5,
        "when": np.datetime64("2024-01-01") + rng.integers(0, 400, n).astype("timedelta64[D]"),
    }


def block_of(side):
    return side.rows_in_order()


def test_every_sort_of_source_gives_the_same_blocks(rng, tmp_path):
    reference, query = pa.table(frames(rng, 40)), pa.table(frames(rng, 50))
    pa.parquet.write_table(query, tmp_path / "q.parquet")
    wanted = read_pair(reference, query)
    for source in (
        pl.from_arrow(query),
        tmp_path / "q.parquet",
        dict(zip(query.column_names, query.columns, strict=True)),
    ):
        pair = read_pair(reference, source)
        np.testing.assert_array_equal(block_of(pair.query), block_of(wanted.query))
        np.testing.assert_array_equal(block_of(pair.reference), block_of(wanted.reference))


def test_scaled_rows_fill_the_unit_interval(rng):
    pair = read_pair(pa.table(frames(rng, 200)), pa.table(frames(rng, 300)))
    both = np.vstack([side.encoder.scaled(side.rows_in_order()) for side in pair.sides])
    np.testing.assert_array_equal(both.min(axis=0), 0)
    np.testing.assert_array_equal(both.max(axis=0), 1)
    assert both.dtype == np.float32


def test_constant_column_is_inert_and_zero(rng):
    pair = read_pair({"k": [3.0] * 20, "x": rng.random(20)}, {"k": [3.0] * 20, "x": rng.random(20)})
    assert pair.inert.tolist() == [True, False]
    scaled = pair.query.encoder.scaled(pair.query.rows_in_order())
    np.testing.assert_array_equal(scaled[:, 0], 0)


@pytest.mark.parametrize("query", [[3.0] * 19 + [None], [3.0] * 19 + [4.0], [4.0] * 20])
def test_a_column_constant_on_one_side_only_is_not_inert(query):
    assert not read_pair({"k": [3.0] * 20}, {"k": query}).inert.any()


def test_columns_and_ignore(rng):
    table = pa.table(frames(rng, 30))
    assert read_pair(table, table, columns=["cat", "num"]).features == ("num", "cat")
    assert read_pair(table, table, ignore=["when", "int"]).features == ("num", "cat", "flag")
    assert read_pair(table, table, columns="cat").features == ("cat",)
    for names in (np.array(["cat"]), iter(["cat"]), ("cat",)):
        assert read_pair(table, table, columns=names).features == ("cat",)
    assert read_pair({0: [1.0], 1: [2.0]}, {0: [1.0], 1: [2.0]}, columns=0).features == ("0",)
    with pytest.raises(TableError):
        read_pair(table, table, columns=[])
    for options in ({"columns": ["nim"]}, {"ignore": ["nim"]}):
        with pytest.raises(UnknownNameError, match="did you mean 'num'"):
            read_pair(table, table, **options)


def test_a_bad_column_does_not_spoil_the_others(rng):
    good, n = pa.table(frames(rng, 30)), 30
    bad = good
    for name, values in {"lists": [[1]] * n, "empty": [None] * n, "mixed": [1, "a"] * 15}.items():
        values = values if name != "mixed" else [str(v) for v in values]
        bad = bad.append_column(name, pa.array(values))
    pair, alone = read_pair(bad, bad), read_pair(good, good)
    np.testing.assert_array_equal(block_of(pair.query)[:, :5], block_of(alone.query))


def test_max_rows_bounds_each_side_whatever_the_order(rng):
    values = np.arange(400.0)[rng.permutation(400), None]
    pair = read_pair(values, values[:100], max_rows=150)
    assert [pair.reference.n_rows, pair.query.n_rows] == [150, 100]
    rows = block_of(pair.reference)
    assert len(np.unique(rows)) == 150
    np.testing.assert_array_equal(rows, values[np.isin(values[:, 0], rows)])
    other = read_pair(values[::-1], values[:100], max_rows=150)
    np.testing.assert_array_equal(np.sort(block_of(other.reference)[:, 0]), np.sort(rows[:, 0]))


def test_all_rows_are_read_again_unless_max_rows_forbids(rng):
    values = rng.normal(size=(400, 2))
    for options, wanted in (({}, 400), ({"max_rows": 50}, 50)):
        side = read_pair(values, values, sample_rows=lambda _: 100, **options).reference
        parts = [b.values for part in side.partitions for b in part.batches(side.selection)]
        assert sum(map(len, parts)) == wanted
        assert len(side.sample) == min(wanted, 100)


@pytest.mark.parametrize(
    ("reference", "query", "says"),
    [
        ({"a": []}, {"a": [1]}, "the reference has no rows"),
        ({"a": [1]}, {"a": []}, "the query has no rows"),
        ({"a": [1]}, {"b": [1]}, "no column that can be compared"),
        (np.zeros((3, 0)), np.zeros((3, 0)), "the reference has no columns"),
    ],
)
def test_what_cannot_be_compared_at_all(reference, query, says):
    with pytest.raises(TableError, match=says):
        read_pair(reference, query)


def test_rows_are_copies(rng):
    values = rng.random((20, 2), dtype=np.float32)
    before = values.copy()
    read_pair(values, values).reference.rows_in_order()[:] = 5
    np.testing.assert_array_equal(values, before)


def test_one_row_a_side_is_enough():
    assert read_pair({"a": [1.0]}, {"a": [2.0]}).n_features == 1


def test_has_missing(rng):
    full, holes = {"a": [1.0, 2.0]}, {"a": [1.0, None]}
    assert not read_pair(full, full).has_missing
    assert read_pair(full, holes).has_missing


def test_progress_reaches_one(rng):
    shares = []
    read_pair(rng.random((1000, 3)), rng.random((500, 3)), progress=shares.append)
    assert shares[-1] == 1.0
    assert shares == sorted(shares)


def test_some_features_of_a_pair_are_as_in_the_whole(rng):
    reference, query = (
        pa.table(
            {
                "a": rng.normal(size=60) + 1e9,
                "color": rng.choice(["red", "green"], 60),
                "constant": np.ones(60),
                "b": np.where(np.arange(60) == 3, np.inf, rng.normal(size=60)),
                "c": rng.normal(size=60),
            }
        )
        for _ in range(2)
    )
    pair = read_pair(reference, query)
    chosen = [3, 1, 0, 2]
    some = pair.select(chosen)
    assert some.features == ("b", "color", "a", "constant")
    assert some.kinds == tuple(pair.kinds[j] for j in chosen)
    assert some.inert.tolist() == [False, False, False, True]
    for own, whole in zip(some.sides, pair.sides, strict=True):
        np.testing.assert_array_equal(own.shuffled_rows(), whole.shuffled_rows()[:, chosen])
        np.testing.assert_array_equal(own.encoder.low, whole.encoder.low[chosen])
        assert own.own_kinds == tuple(whole.own_kinds[j] for j in chosen)


def test_text_that_is_read_as_numbers_is_a_remark(rng):
    numbers = rng.normal(size=60)
    tables = {"x": numbers, "y": numbers}, {"x": [f"{n} kg" for n in numbers], "y": numbers}
    (note,) = read_pair(*tables).notes
    assert (note.column, note.code) == ("x", "text-read")
    assert note.message == "holds text that is read as numbers with 'kg' after them"
    with pytest.raises(ColumnError, match="is read as numbers"):
        read_pair(*tables, strict=True)
