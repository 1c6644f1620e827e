"""What holds for every kind of table."""

import numpy as np
import pytest
from scipy.stats import rankdata

from featureshift.corpus.kinds import TABLE_KINDS

EVERY = pytest.mark.parametrize("kind", TABLE_KINDS.values(), ids=TABLE_KINDS)


@EVERY
def test_tables_are_finite_and_no_larger_than_asked_for(kind):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        n_rows, n_features = int(rng.integers(20, 300)), int(rng.integers(5, 30))
        table = kind(n_rows, n_features, rng)
        rows, width = table.values.shape
        assert 2 <= rows <= n_rows
        assert 3 <= width <= n_features
        assert table.values.dtype == np.float32
        assert np.isfinite(table.values).all()
        assert table.categorical.shape == table.derived.shape == (width,)
        assert (table.values.std(axis=0) > 0).any()


@EVERY
def test_same_seed_same_table(kind):
    one, again, other = (kind(80, 9, np.random.default_rng(seed)).values for seed in (3, 3, 4))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


@EVERY
def test_rows_are_in_random_order(kind):
    """The halves of a table differ by no more than halves of independent rows do."""
    gaps = []
    for seed in range(40):
        values = kind(400, 8, np.random.default_rng(seed)).values
        values = values[:, values.std(axis=0) > 0]
        ranks = rankdata(values, axis=0)
        half = len(values) // 2
        error = ranks.std(axis=0) * np.sqrt(1 / half + 1 / (len(values) - half))
        gaps.append((ranks[:half].mean(axis=0) - ranks[half:].mean(axis=0)) / error)
    gaps = np.concatenate(gaps)
    assert 0.8 < gaps.std() < 1.2
