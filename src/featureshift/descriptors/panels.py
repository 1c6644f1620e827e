"""Columns of two tables, panel by panel, on every core.

Columns do not know of each other, so neither the panels nor the number of threads can be seen in
what comes out. NumPy lets go of the interpreter's lock while it works on a panel.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from featureshift.descriptors.functional import Block
from featureshift.descriptors.pooled_order import Columns

Found = TypeVar("Found")
PANEL_CELLS = 1 << 18
"""Cells at a time: enough to hide what a call costs, few enough to stay near the core."""
ROWS_TURNED = 512
"""Rows at a time: the lines they lie in stay in the first-level cache for all columns."""
MOST_THREADS = 8
"""More would wait for the lock, and each holds a panel."""


def over_panels(work: Callable[[slice], Found], n_features: int, n_rows: int) -> list[Found]:
    """What ``work`` makes of each panel of columns, in their order.

    >>> over_panels(lambda panel: (panel.start, panel.stop), n_features=5, n_rows=PANEL_CELLS // 3)
    [(0, 3), (3, 5)]
    """
    width = max(1, PANEL_CELLS // n_rows)
    starts = range(0, n_features, width)
    panels = [slice(first, min(first + width, n_features)) for first in starts]
    threads = min(len(panels), cores(), MOST_THREADS)
    if threads == 1:
        return [work(panel) for panel in panels]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, panels))


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def columns_of(reference: Block, query: Block) -> Columns:
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
