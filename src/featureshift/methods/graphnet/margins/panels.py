"""Columns of two tables, some at a time: a panel is turned once and stays in the cache."""

from __future__ import annotations

import numpy as np

from featureshift.engines.parallel import slices
from featureshift.methods.graphnet.margins.pooled_order import Columns
from featureshift.tables.pair import Rows

PANEL_CELLS = 1 << 18
"""Cells at a time: enough to hide what a call costs, few enough to stay near the core."""
ROWS_TURNED = 512
"""Rows at a time: the lines they lie in stay in the first-level cache for all columns."""


def panels(n_features: int, n_rows: int) -> list[slice]:
    """The columns in panels.

    >>> panels(n_features=5, n_rows=PANEL_CELLS // 3)
    [slice(0, 3, None), slice(3, 5, None)]
    """
    return slices(n_features, PANEL_CELLS // n_rows)


def columns_of(reference: Rows, query: Rows) -> Columns:
    """Both tables [rows, features] as columns, those of the query behind those of the reference.

    >>> columns_of(np.zeros((2, 1), np.float32), np.ones((1, 1), np.float32))
    array([[0., 0., 1.]], dtype=float32)
    """
    columns = np.empty((reference.shape[1], len(reference) + len(query)), np.float32)
    for table, first in (reference, 0), (query, len(reference)):
        for row in range(0, len(table), ROWS_TURNED):
            turned = table[row : row + ROWS_TURNED].T
            columns[:, first + row : first + row + turned.shape[1]] = turned
    return columns
