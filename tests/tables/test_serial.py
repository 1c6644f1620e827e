"""A note where rows follow from each other."""

import numpy as np
import pytest

from featureshift.engines.reading import read_pair


def noted(reference, query, **options):
    notes = read_pair(reference, query, **options).notes
    return "serial-rows" in [note.code for note in notes]


def series(n, rng, memory=0.9, d=6):
    rows = rng.normal(size=(n, d))
    for t in range(1, n):
        rows[t] += memory * rows[t - 1]
    return rows


def test_a_time_series_is_noted(rng):
    assert noted(series(300, rng), series(200, rng))
    assert noted(series(300, rng), series(200, rng), strict=True)  # and is no error


def test_a_time_series_with_gaps_is_noted(rng):
    tables = [series(300, rng) for _ in range(2)]
    for table in tables:
        table[rng.random(table.shape) < 0.05] = np.nan
    assert noted(*tables)


def test_counters_and_stamps_are_no_series(rng):
    tables = [np.column_stack([np.arange(200.0), *rng.normal(size=(2, 200))]) for _ in range(2)]
    assert not noted(*tables)


def test_independent_rows_are_not(rng):
    for _ in range(20):
        assert not noted(*rng.normal(size=(2, 100, 8)))
    counts = rng.poisson(0.3, size=(2, 400, 5)).astype(float)
    assert not noted(*counts)


def test_one_table_or_a_few_columns_are_not_enough(rng):
    assert not noted(series(300, rng), rng.normal(size=(300, 6)))
    mixed = [np.hstack([series(300, rng, d=1), rng.normal(size=(300, 5))]) for _ in range(2)]
    assert not noted(*mixed)


@pytest.mark.parametrize("table", [np.ones((100, 3)), np.full((100, 3), np.nan), np.eye(3)])
@pytest.mark.filterwarnings("error")
def test_tables_that_cannot_tell(table):
    table = np.hstack([table, np.tile([[1e300], [-1e300]], (len(table), 1))[: len(table)]])
    assert not noted(table, table)


def test_what_counts_is_whether_the_sampled_rows_are_alike(rng):
    tables = series(2000, rng), series(2000, rng)
    assert noted(*tables, max_rows=1000)  # two rows apart on average: 0.9 squared
    assert not noted(*tables, max_rows=60)  # 33 rows apart
