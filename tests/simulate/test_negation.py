"""Columns that came out as their own negation."""

import numpy as np

from featureshift.simulate.negation import is_negation


def test_a_negation_is_told_about_one_and_about_the_column_itself(rng):
    before = np.float32(rng.uniform(0.2, 0.6, (50, 3)))
    low, high = before.min(axis=0), before.max(axis=0)
    after = np.column_stack([1 - before[:, 0], (low + high - before)[:, 1], 0.9 - before[:, 2]])
    assert is_negation(before, np.float32(after)).tolist() == [True, True, False]


def test_missing_cells_and_columns_without_change_are_no_negation():
    before = np.float32([[0, 0.5, np.nan, 0], [1, 0.5, np.nan, np.nan], [1, 0.5, np.nan, 1]])
    after = np.float32([[1, 0.5, np.nan, 1], [0, 0.5, np.nan, np.nan], [0, 0.5, np.nan, 0]])
    assert is_negation(before, after).tolist() == [True, False, False, True]
    assert not is_negation(before, before).any()
