"""Categorical columns of few and many levels."""

import numpy as np

from featureshift.corpus.kinds.levels import ROWS, levels


def tables(count=80, rows=3000):
    return [levels(rows, 8, np.random.default_rng(seed)) for seed in range(count)]


def test_two_levels_to_hundreds():
    counts = [len(np.unique(c)) for t in tables() for c in t.values[:, t.categorical].T]
    assert min(counts) <= 2
    assert max(counts) > 300
    assert 5 < np.median(counts) < 80


def test_few_rows_are_common():
    rows = [len(table.values) for table in tables(200)]
    assert min(rows) < 1.5 * ROWS[0]
    assert np.mean(np.array(rows) < 500) > 0.4


def test_there_are_other_columns_in_some_tables():
    shares = [table.categorical.mean() for table in tables()]
    assert max(shares) == 1
    assert min(shares) < 0.5
