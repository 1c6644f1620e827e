"""Only columns of at most two finite values are ordered by comparison."""

import numpy as np

from featureshift.methods.graphnet.margins.binary_order import PROBED, binary_order


def test_columns_of_more_values_are_left(rng):
    columns = rng.normal(size=(4, 500)).astype(np.float32)
    columns[1] = columns[1] > 0
    columns[3] = np.where(columns[3] > 2, -1e30, 1e-39)
    two, order = binary_order(columns, 200)
    assert two.tolist() == [False, True, False, True]
    assert np.array_equal(order.columns, columns[[1, 3]])
    assert binary_order(columns[[0, 2]], 200)[1] is None


def test_a_third_value_that_the_first_look_missed_is_noticed():
    columns = np.zeros((2, 100 * PROBED), np.float32)
    columns[:, ::2] = 1
    columns[0, 1] = 0.5
    two, order = binary_order(columns, 100)
    assert two.tolist() == [False, True]
    assert order.size.tolist() == [50 * PROBED] * 2
    assert binary_order(columns[:1], 100)[1] is None


def test_infinite_values_are_left(rng):
    binary = rng.random((1, 400)) < 0.5
    columns = np.concatenate([np.where(binary, *pair) for pair in [(0, np.inf), (-np.inf, 0)]])
    assert not binary_order(columns.astype(np.float32), 200)[0].any()
