"""Rounded, truncated or put on a coarser grid."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.quantities import grid_step, is_coarser
from featureshift.explain.words import number

Vector = NDArray[np.float64]

MOST_LEVELS = 500


def propose(case: Case) -> Iterator[Proposal]:
    """Each reference value goes to the nearest of the query's, to the next below or above."""
    column = case.column
    if column.categorical or len(column.before) == 0 or len(column.after) < 2:
        return
    levels = np.unique(column.after)
    if not 2 <= len(levels) <= MOST_LEVELS or not is_coarser(column):
        return
    step = grid_step(column.after)
    rest = f"multiples of {number(step)}" if step else f"{len(levels)} distinct values"
    numbers = {"distinct": float(len(levels))} | ({"step": step} if step else {})
    for how, values in _roundings(column.reference, levels, step):
        yield Proposal(f"values are {how} to {rest}", values, 0.5, numbers)


def _roundings(x: Vector, levels: Vector, step: float | None) -> Iterator[tuple[str, Vector]]:
    """On a grid that was coarse before, ties are many, and go up, down or to the even multiple."""
    middles = (levels[1:] + levels[:-1]) / 2
    last = len(levels) - 1
    present = ~np.isnan(x)

    def placed(cells: NDArray[np.intp]) -> Vector:
        return np.where(present, levels[np.minimum(cells, last)], np.nan)

    yield "rounded", placed(np.searchsorted(middles, x, side="right"))
    yield "rounded", placed(np.searchsorted(middles, x, side="left"))
    if step:
        yield "rounded", np.clip(np.round(x / step) * step, levels[0], levels[-1])
    yield "rounded down", placed(np.searchsorted(levels[1:], x, side="right"))
    yield "rounded up", placed(np.searchsorted(levels, x, side="left"))
