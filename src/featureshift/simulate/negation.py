"""Is a column the negation of another? That is E2, or E6 in some rows: never train on it."""

from __future__ import annotations

import numpy as np

from featureshift.simulate.manipulation import Flags, Values

NEAR = 1e-5


def is_negation(before: Values, after: Values) -> Flags:
    """[columns]: whether ``after`` [rows, columns] is 1 - x, or low + high - x, of ``before``.

    Never of a constant column, nor of one that is its own negation.

    >>> before = np.array([[0, 0.2], [1, 0.6]], np.float32)
    >>> is_negation(before, np.array([[1, 0.6], [0, 0.3]], np.float32)).tolist()
    [True, False]
    """
    low, high = np.fmin.reduce(before), np.fmax.reduce(before)
    gap = np.fmax.reduce(np.abs(low + high - before - after))
    gap_of_unit = np.fmax.reduce(np.abs(1 - before - after))
    same = (before == after) | (np.isnan(before) & np.isnan(after))
    return np.asarray((np.fmin(gap, gap_of_unit) < NEAR) & (low < high) & ~same.all(axis=0))
