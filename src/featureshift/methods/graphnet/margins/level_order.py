"""The order of columns that hold few values, without sorting.

A ruler is laid from the least value of a column to its greatest. Where no two values share a mark,
the marks are groups, in order: of levels, counts, pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.margins.pooled_order import (
    Columns,
    PooledOrder,
    groups_of_counts,
)

MOST_MARKS = 4096
ROWS_PER_MARK = 4
"""With fewer rows, the marks would cost as much as the rows."""
PROBED = 256
"""Rows that show of most columns that they hold too many values."""
LEAST_SPAN = np.float32(1e-30)
"""Shorter rulers would need steps that single precision does not have."""


@dataclass(frozen=True, eq=False)
class LevelOrder(PooledOrder):
    marks: NDArray[np.intp]
    """Of each cell, on rulers laid end to end; [features, rows]."""
    taken: NDArray[np.intp]
    """The mark of each group."""
    of_marks: NDArray[np.float32]
    """What stands at each mark, [marks]."""

    def to_rows(self, of_groups: NDArray[np.float32]) -> NDArray[np.float32]:
        at_marks = np.empty_like(self.of_marks)
        at_marks[self.taken] = of_groups
        return at_marks.take(self.marks)

    def values(self) -> NDArray[np.float32]:
        return self.of_marks[self.taken]


def level_order(columns: Columns, cut: int) -> tuple[NDArray[np.bool_], LevelOrder | None]:
    """Say which columns of two tables hold few values, and order those.

    The rows of the query begin at ``cut``.

    >>> columns = np.array([[0, 1] * 50, np.sqrt(np.arange(100))], np.float32)
    >>> few, order = level_order(columns, cut=60)
    >>> few, order.size.tolist(), order.query.tolist()
    (array([ True, False]), [50, 50], [20, 20])
    """
    n_marks = min(MOST_MARKS, max(2, columns.shape[1] // ROWS_PER_MARK))
    few = _read(columns[:, :: 1 + columns.shape[1] // PROBED], n_marks).exact
    if not few.any():
        return few, None
    likely = columns if few.all() else columns[few]
    reading = _read(likely, n_marks)
    few[few] = reading.exact
    return few, _order(likely, cut, reading, n_marks) if few.any() else None


class _Reading(NamedTuple):
    marks: NDArray[np.intp]
    """As in the order; one more mark at the end of each ruler is for missing values."""
    of_marks: NDArray[np.float32]
    exact: NDArray[np.bool_]
    """Whether no two values share a mark, [features]."""


def _read(columns: Columns, n_marks: int) -> _Reading:
    with np.errstate(over="ignore", invalid="ignore"):  # infinite spans are not exact
        least = np.fmin.reduce(columns, axis=1, keepdims=True)
        span = np.fmax.reduce(columns, axis=1, keepdims=True) - least
        place = columns - least
        place *= np.float32(n_marks - 1) / np.maximum(span, LEAST_SPAN)
    missing = np.isnan(place)
    np.copyto(place, n_marks, where=missing)
    marks = np.rint(place, out=place).astype(np.intp)
    marks += np.arange(len(columns))[:, None] * (n_marks + 1)
    of_marks = np.zeros(len(columns) * (n_marks + 1), np.float32)
    of_marks[marks] = columns  # the last one of each mark stays
    alone = of_marks.take(marks) == columns
    alone |= missing
    return _Reading(marks, of_marks, np.isfinite(span[:, 0]) & alone.all(axis=1))


def _order(columns: Columns, cut: int, reading: _Reading, n_marks: int) -> LevelOrder:
    """Of the columns whose reading is exact."""
    exact = slice(None) if reading.exact.all() else reading.exact
    columns, marks = columns[exact], reading.marks[exact]
    reference, query = (
        np.bincount(side.reshape(-1), minlength=len(reading.of_marks)).reshape(-1, n_marks + 1)
        for side in (marks[:, :cut], marks[:, cut:])
    )
    groups = groups_of_counts(reference, query)
    return LevelOrder(
        columns, groups.starts, groups.size, groups.query, marks, groups.kind, reading.of_marks
    )
