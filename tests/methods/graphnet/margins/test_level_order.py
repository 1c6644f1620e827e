"""Only columns whose values have a mark each are ordered without sorting."""

import numpy as np

from featureshift.methods.graphnet.margins.level_order import MOST_MARKS, PROBED, level_order


def test_columns_of_many_values_are_left(rng):
    columns = rng.normal(size=(5, 3000)).astype(np.float32)
    columns[1] = np.round(columns[1])
    columns[3] = columns[3] > 0
    few, order = level_order(columns, 1000)
    assert few.tolist() == [False, True, False, True, False]
    assert np.array_equal(order.columns, columns[[1, 3]])
    assert level_order(columns[[0, 2]], 1000)[1] is None


def test_a_value_that_the_first_look_missed_is_noticed():
    columns = np.zeros((2, 4 * MOST_MARKS), np.float32)
    columns[:, ::2] = 1
    columns[0, 4 * MOST_MARKS // PROBED] = 1e-6
    few, order = level_order(columns, 100)
    assert few.tolist() == [False, True]
    assert order.size.tolist() == [2 * MOST_MARKS] * 2


def test_what_has_no_ruler_is_left(rng):
    binary = rng.random((1, 400)) < 0.5
    low_and_high = [(0, np.inf), (-np.inf, np.inf), (-3e38, 3e38), (0, 1e-39), (np.nan, np.nan)]
    columns = np.concatenate([np.where(binary, *pair) for pair in low_and_high])
    few, order = level_order(columns.astype(np.float32), 200)
    assert not few.any()
    assert order is None


def test_256_even_levels_have_marks_of_their_own(rng):
    grey = rng.integers(0, 256, size=(3, 5000)).astype(np.float32)
    for scale in (1, 1 / 255, 0.1):
        assert level_order(grey * np.float32(scale) - np.float32(0.3), 10)[0].all()
