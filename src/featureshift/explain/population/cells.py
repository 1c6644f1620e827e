"""A column of both tables cut into the same cells: its levels, or stretches of its values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair

Codes = NDArray[np.intp]
Vector = NDArray[np.float64]

ROWS_PER_CELL = 15
"""Of the smaller table."""
FEWEST_CELLS = 4


class Cells(NamedTuple):
    reference: Codes
    """Cell of each row."""
    query: Codes
    size: int
    """Number of cells; the last one holds missing cells of the table."""

    def of(self, reference: NDArray[np.intp], query: NDArray[np.intp]) -> Cells:
        """Of some rows."""
        return Cells(self.reference[reference], self.query[query], self.size)


def cells(column: ColumnPair, most: int) -> Cells:
    """At most about ``most`` cells, fewer in short tables.

    Numbers of few values have a cell each, others are cut at quantiles of both tables, so that
    cells are narrow where either has many rows. Of categories the most frequent have their own.
    """
    fewest = min(len(column.before), len(column.after))
    most = max(min(most, fewest // ROWS_PER_CELL), FEWEST_CELLS)
    if column.categorical:
        edges = np.arange(max(min(len(column.labels), most) - 1, 0), dtype=np.float64) + 0.5
    else:
        edges = _edges(column, most)
    first, second = (_placed(values, edges) for values in column.sides)
    return Cells(first, second, len(edges) + 2)


def joint(first: Cells, second: Cells) -> Cells:
    """Cells of two columns at once."""
    return Cells(
        first.reference * second.size + second.reference,
        first.query * second.size + second.query,
        first.size * second.size,
    )


def _edges(column: ColumnPair, most: int) -> Vector:
    if min(len(column.before), len(column.after)) == 0:
        return np.empty(0)
    values = np.unique(np.concatenate([column.before, column.after]))
    if len(values) <= most:
        return np.asarray((values[1:] + values[:-1]) / 2)
    shares = np.arange(1, most // 2 + 1) / (most // 2 + 1)
    # The ends of the query are edges, too: a filter cuts there.
    ends = np.nextafter(column.after[0], -np.inf), column.after[-1]
    inner = [np.quantile(side, shares, method="lower") for side in (column.before, column.after)]
    return np.unique(np.concatenate([*inner, ends]))


def _placed(values: Vector, edges: Vector) -> Codes:
    """Cell 0 holds what is at most the first edge."""
    codes = np.searchsorted(edges, values, side="left")
    return np.where(np.isnan(values), len(edges) + 1, codes)
