"""Tables side by side."""

import numpy as np

from featureshift.corpus.kinds.table import (
    KindTable,
    of_numbers,
    parts_of,
    side_by_side,
    unrelated_columns,
)


def test_flags_go_with_their_columns():
    derived = np.array([False, True])
    numbers = of_numbers(np.array([[1.0, 2.0]] * 3), derived)
    level = KindTable(np.full((3, 1), 7, np.float32), np.array([True]), np.array([False]))
    for seed in range(6):
        joined = side_by_side([numbers, level], np.random.default_rng(seed))
        assert joined.values[0, joined.categorical].tolist() == [7]
        assert joined.values[0, joined.derived].tolist() == [2]
        assert joined.n_features == 3


def test_unrelated_columns_are_unrelated(rng):
    values = unrelated_columns(2000, 12, rng).values
    values = values[:, values.std(axis=0) > 0]
    related = np.abs(np.corrcoef(values.T)) - np.eye(values.shape[1])
    assert related.max() < 0.12


def test_parts_add_up(rng):
    for _ in range(200):
        total, most, smallest = (int(x) for x in rng.integers([1, 1, 2], [40, 6, 6]))
        parts = parts_of(total, most, smallest, rng)
        assert sum(parts) == total
        assert len(parts) <= most
        assert min(parts) >= min(smallest, total)
