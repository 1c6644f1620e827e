import numpy as np
import pyarrow as pa
import pytest

from featureshift.engines.reading import read_pair
from featureshift.tables import Kind
from featureshift.tables.kept import LEAST_ROWS, SAMPLED_CELLS, explained_rows, keep_columns


def kept_of(reference, query, columns, **options):
    pair = read_pair(reference, query, **options)
    return keep_columns(pair, columns, [()] * len(columns))


@pytest.mark.parametrize("n_features", [1, 26, 1000, 20_000, 200_000])
def test_cells_are_bounded(n_features):
    rows = explained_rows(n_features)
    assert rows * n_features <= SAMPLED_CELLS or rows == LEAST_ROWS


def test_values_are_as_the_user_wrote_them():
    instants = np.array(["2020-01-01", "2020-01-02", "NaT"], "datetime64[s]")
    table = pa.table(
        {
            "number": [1e9 + 0.25, None, 2e9],
            "text": ["b", "a", "b"],
            "truth": [True, False, None],
            "time": instants,
            "infinite": [np.inf, 1.0, 2.0],
        }
    )
    kept = kept_of(table, table, [0, 1, 2, 3, 4])
    rows = kept.reference.rows[np.argsort(kept.reference.rows[:, 3])]
    assert rows[0, 0] == 1e9 + 0.25
    assert np.isnan(rows[1, 0])
    assert [kept.labels[1][int(code)] for code in rows[:, 1]] == ["b", "a", "b"]
    assert rows[:2, 2].tolist() == [1, 0]
    assert rows[1, 3] - rows[0, 3] == 86400
    assert np.isnan(rows[0, 4])
    assert kept.kinds[1:4] == (Kind.CATEGORICAL, Kind.BOOLEAN, Kind.DATETIME)
    np.testing.assert_allclose(kept.query.missing, [1 / 3, 0, 1 / 3, 1 / 3, 1 / 3])


def test_neighbors_are_in_order(rng):
    values = rng.normal(size=(3000, 3))
    kept = kept_of(values, values, [2, 0])
    np.testing.assert_array_equal(kept.query.ordered, values[:1000, [2, 0]])
    np.testing.assert_array_equal(kept.query.positions, np.arange(1000))
    assert kept.query.rows.shape == (3000, 2)
    some = kept_of(values, values, [0], max_rows=1500).query
    np.testing.assert_array_equal(some.ordered[:, 0], values[some.positions, 0])
    assert len(some.ordered) > 500


def test_rows_do_not_depend_on_their_order(rng):
    values = rng.normal(size=(8000, 2))
    first, second = (kept_of(values, v, [0, 1]).query.rows for v in (values, values[::-1]))
    np.testing.assert_array_equal(first, second)
    assert len(first) == 5000


def test_repeated_rows_keep_their_weight():
    values = np.repeat([[1.0], [2.0]], [9000, 3000], axis=0)
    kept = kept_of(values, values[:100], [0]).reference.rows
    assert len(kept) == 5000
    assert (kept == 1).mean() == pytest.approx(0.75)


def test_own_kinds_of_both_tables():
    numbers, truths = pa.table({"x": [0, 1, 2, 1]}), pa.table({"x": [True, False, True, True]})
    kept = kept_of(truths, numbers, [0])
    assert kept.reference.kinds == (Kind.BOOLEAN,)
    assert kept.query.kinds == kept.kinds == (Kind.NUMERIC,)


def test_wide_tables_are_sampled_too(rng):
    values = rng.random((700, 30_000), dtype=np.float32)
    kept = kept_of(values, values[:150], [3, 7])
    assert len(kept.reference.rows) == LEAST_ROWS
    assert np.isin(kept.reference.rows[:, 0], values[:, 3]).all()
    assert len(kept.query.rows) == 150


def test_where_a_row_stood_and_the_range_of_all_rows_are_kept(rng):
    values = rng.normal(size=(8000, 2))
    side = kept_of(values, values, [1]).query
    np.testing.assert_array_equal(side.rows[:, 0], values[side.places, 1])
    assert (side.low[0], side.high[0]) == (values[:, 1].min(), values[:, 1].max())
