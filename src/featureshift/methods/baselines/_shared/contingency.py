"""Category-by-source tables of one column, for many labelings of the rows at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.tables import Kind, TablePair


def discrete(pair: TablePair) -> NDArray[np.bool_]:
    """Columns of which categories are counted: booleans and categories, not 0/1 numbers."""
    return np.array([kind in (Kind.BOOLEAN, Kind.CATEGORICAL) for kind in pair.kinds])


def source_tables(column: NDArray[Any], labels: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Counts [labelings, 2, levels]: rows labeled False, rows labeled True.

    >>> source_tables(np.array([7, 7, 9]), np.array([[True, False, False]])).tolist()
    [[[1, 1], [1, 0]]]
    """
    levels, codes = np.unique(column, return_inverse=True)
    keys = codes + len(levels) * np.arange(len(labels))[:, None]
    counts = np.bincount(keys[labels], minlength=len(labels) * len(levels))
    query = counts.reshape(len(labels), len(levels))
    return np.stack([np.bincount(codes) - query, query], axis=1)


def chi_square(tables: NDArray[np.int64]) -> NDArray[np.float64]:
    """Pearson's statistic of tables [..., 2, levels]."""
    rows = tables.sum(axis=-1, keepdims=True)
    columns = tables.sum(axis=-2, keepdims=True)
    expected = rows * columns / rows.sum(axis=-2, keepdims=True)
    return np.asarray(((tables - expected) ** 2 / expected).sum(axis=(-2, -1)))
