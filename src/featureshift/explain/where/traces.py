"""What a change leaves in single rows: numbers whose mean moves where rows were changed.

A mean over some rows against that of the reference's is quick to take for thousands of conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.dates.calendar import DAY, HOUR, MINUTE, clock, weekday
from featureshift.explain.levels import level_shares
from featureshift.explain.quantities import heaps, rare_heaps

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

LEVELS = 6
"""Categories with a trace of their own: those whose shares changed most."""
GRIDS = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
"""Steps of decimal grids, as parts of the power of ten next to the spread."""


@dataclass(frozen=True, eq=False)
class Traces:
    """[rows, traces] each, without missing cells: the mean of the reference stands for them."""

    reference: Matrix
    query: Matrix

    @cached_property
    def variance(self) -> Vector:
        """[traces], over both tables"""
        return np.asarray(np.concatenate([self.reference, self.query]).var(axis=0))


def traces(case: Case) -> Traces:
    """Of the column's own values, of its missing cells and of its relation to the partners."""
    column = case.column
    own = [
        np.column_stack([np.isnan(values), *_own(column, values), *_joint(case, side)])
        for side, values in enumerate(column.sides)
    ]
    center = _means(own[0])
    reference, query = (np.nan_to_num(side - center) for side in own)
    both = Traces(reference, query)
    varied = both.variance > 1e-9
    return Traces(reference[:, varied], query[:, varied])


def _own(column: ColumnPair, values: Vector) -> Iterator[Vector]:
    if column.categorical:
        changed = np.argsort(-np.abs(level_shares(column).gain), kind="stable")[:LEVELS]
        yield from (_marked(values, values == level) for level in changed)
        yield _marked(values, ~np.isin(values, column.before))
        return
    placed = column.placed(values)
    yield placed
    yield placed**2
    if len(column.before):
        yield _marked(values, (values < column.before[0]) | (values > column.before[-1]))
    for heap in (*heaps(column), *rare_heaps(column)):
        yield _marked(values, values == heap.value)
    if column.dated:
        yield from _calendar(values)
    step = 10.0 ** np.ceil(np.log10(column.spread))
    for part in GRIDS:
        cells = values / (part * step)
        yield _marked(values, np.abs(cells - np.round(cells)) < 1e-6)


def _calendar(values: Vector) -> Iterator[Vector]:
    """What a clock and a calendar show of dates."""
    times = clock(values)
    yield times / DAY
    for step in (MINUTE, HOUR, DAY):
        yield _marked(values, times % step == 0)
    yield _marked(values, weekday(values) > 4)


def _marked(values: Vector, mark: NDArray[np.bool_]) -> Vector:
    return np.where(np.isnan(values), np.nan, mark)


def _joint(case: Case, side: int) -> Iterator[Vector]:
    """How far the partners are from telling the column: errors, their squares, agreement."""
    if case.prediction is None:
        return
    column, expected = case.column, (case.prediction.reference, case.prediction.query)[side]
    values = column.sides[side]
    standing = column.stand_ins(values) if column.categorical else column.placed(values)[:, None]
    error = standing - expected
    if not column.categorical:
        yield error[:, 0]
    yield (error**2).sum(axis=1)
    center = _means(case.prediction.reference)
    yield (standing * (expected - center)).sum(axis=1)


def _means(values: Matrix) -> Vector:
    """Of what is there in each column; 0 where there is nothing."""
    there = ~np.isnan(values)
    return np.asarray(np.where(there, values, 0.0).sum(axis=0) / np.maximum(there.sum(axis=0), 1))
