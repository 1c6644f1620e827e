from __future__ import annotations

import numpy as np

from featureshift.simulate.missing import median_filled

NAN = float("nan")


def test_a_table_without_holes_is_returned_itself():
    whole = np.ones((2, 2), np.float32)
    assert median_filled(whole, whole) is whole


def test_holes_get_the_references_lower_median_and_zero_without_one():
    reference = np.array([[0.1, NAN], [0.2, NAN], [0.3, NAN], [0.4, NAN], [NAN, NAN]], np.float32)
    values = np.array([[NAN, NAN], [0.9, 0.8]], np.float32)
    before = values.copy()
    filled = median_filled(values, reference)
    np.testing.assert_array_equal(filled, np.array([[0.2, 0], [0.9, 0.8]], np.float32))
    np.testing.assert_array_equal(values, before)
