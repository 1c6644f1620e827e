"""Tables without holes, for models that cannot take any."""

from __future__ import annotations

import numpy as np

from featureshift.simulate.manipulation import Values


def median_filled(values: Values, reference: Values) -> Values:
    """``values`` [rows, features], each missing cell set to its column's median in ``reference``.

    The lower median, so that a categorical column gets a level that exists; 0 for a column without
    any present value. Returns ``values`` itself when nothing is missing.

    >>> table = np.array([[0.2], [np.nan], [0.4]], dtype=np.float32)
    >>> median_filled(table, table).ravel().tolist() == table[[0, 0, 2]].ravel().tolist()
    True
    """
    holes = np.isnan(values)
    if not holes.any():
        return values
    filled = values.copy()
    for column in np.flatnonzero(holes.any(axis=0)):
        present = reference[:, column]
        present = present[~np.isnan(present)]
        middle = (present.size - 1) // 2
        median = np.partition(present, middle)[middle] if present.size else np.float32(0)
        filled[holes[:, column], column] = median
    return filled
