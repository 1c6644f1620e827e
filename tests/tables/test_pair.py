import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

from featureshift.errors import TableError, UnknownNameError
from featureshift.tables import align


def frames(rng, n):
    return {
        "num": rng.normal(size=n),
        "int": rng.integers(0, 5, n),
        "cat": rng.choice(["u", "v", "w"], n),
        "flag": rng.random(n) < 0.5,
        "when": np.datetime64("2024-01-01") + rng.integers(0, 400, n).astype("timedelta64[D]"),
    }


def block_of(side):
    return np.concatenate(list(side.blocks()))


def test_every_sort_of_source_gives_the_same_blocks(rng, tmp_path):
    reference, query = pa.table(frames(rng, 40)), pa.table(frames(rng, 50))
    pa.parquet.write_table(query, tmp_path / "q.parquet")
    wanted = align(reference, query)
    for source in (
        pl.from_arrow(query),
        tmp_path / "q.parquet",
        dict(zip(query.column_names, query.columns, strict=True)),
    ):
        pair = align(reference, source)
        np.testing.assert_array_equal(block_of(pair.query), block_of(wanted.query))
        np.testing.assert_array_equal(block_of(pair.reference), block_of(wanted.reference))


def test_unit_blocks_fill_the_unit_interval(rng):
    pair = align(pa.table(frames(rng, 200)), pa.table(frames(rng, 300)))
    both = np.vstack([np.concatenate(list(side.unit_blocks())) for side in pair.sides])
    np.testing.assert_array_equal(both.min(axis=0), 0)
    np.testing.assert_array_equal(both.max(axis=0), 1)
    assert both.dtype == np.float32


def test_constant_column_is_inert_and_zero(rng):
    pair = align({"k": [3.0] * 20, "x": rng.random(20)}, {"k": [3.0] * 20, "x": rng.random(20)})
    assert pair.inert.tolist() == [True, False]
    np.testing.assert_array_equal(next(iter(pair.query.unit_blocks()))[:, 0], 0)


@pytest.mark.parametrize("query", [[3.0] * 19 + [None], [3.0] * 19 + [4.0], [4.0] * 20])
def test_a_column_constant_on_one_side_only_is_not_inert(query):
    assert not align({"k": [3.0] * 20}, {"k": query}).inert.any()


def test_columns_and_ignore(rng):
    table = pa.table(frames(rng, 30))
    assert align(table, table, columns=["cat", "num"]).features == ("num", "cat")
    assert align(table, table, ignore=["when", "int"]).features == ("num", "cat", "flag")
    assert align(table, table, columns="cat").features == ("cat",)
    for names in (np.array(["cat"]), iter(["cat"]), ("cat",)):
        assert align(table, table, columns=names).features == ("cat",)
    assert align({0: [1.0], 1: [2.0]}, {0: [1.0], 1: [2.0]}, columns=0).features == ("0",)
    with pytest.raises(TableError):
        align(table, table, columns=[])
    for options in ({"columns": ["nim"]}, {"ignore": ["nim"]}):
        with pytest.raises(UnknownNameError, match="did you mean 'num'"):
            align(table, table, **options)


def test_a_bad_column_does_not_spoil_the_others(rng):
    good, n = pa.table(frames(rng, 30)), 30
    bad = good
    for name, values in {"lists": [[1]] * n, "empty": [None] * n, "mixed": [1, "a"] * 15}.items():
        values = values if name != "mixed" else [str(v) for v in values]
        bad = bad.append_column(name, pa.array(values))
    pair, alone = align(bad, bad), align(good, good)
    np.testing.assert_array_equal(block_of(pair.query)[:, :5], block_of(alone.query))


def test_max_rows_bounds_each_side_and_depends_on_the_seed(rng):
    values = np.arange(400.0)[rng.permutation(400), None]
    pairs = [align(values, values[:100], max_rows=150, seed=seed) for seed in (1, 1, 2)]
    assert [pairs[0].reference.n_rows, pairs[0].query.n_rows] == [150, 100]
    blocks = [block_of(pair.reference).tolist() for pair in pairs]
    assert blocks[0] == blocks[1] != blocks[2]


def test_sample_is_encoded_and_counts_rows(rng):
    table = pa.table({"c": rng.choice(["a", "b"], 500, p=[0.9, 0.1])})
    pair = align(table, table, sample_rows=50)
    rows, counts = pair.reference.sample()
    assert sorted(rows[:, 0].tolist()) == [0, 1]
    assert counts.sum() == 500


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
        align(reference, query)


def test_blocks_cannot_be_written_into(rng):
    values = rng.random((20, 2), dtype=np.float32)
    block = next(iter(align(values, values).reference.blocks()))
    with pytest.raises(ValueError, match="read-only"):
        block[0, 0] = 5


def test_one_row_a_side_is_enough():
    assert align({"a": [1.0]}, {"a": [2.0]}).n_features == 1


def test_has_missing(rng):
    full, holes = {"a": [1.0, 2.0]}, {"a": [1.0, None]}
    assert not align(full, full).has_missing
    assert align(full, holes).has_missing


def test_progress_reaches_one(rng):
    shares = []
    align(rng.random((1000, 3)), rng.random((500, 3)), progress=shares.append)
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
