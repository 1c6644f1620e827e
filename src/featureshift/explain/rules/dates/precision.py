"""Dates that are less exact than before: cut to minutes, hours, days or months; or more exact."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.dates.calendar import (
    DAY,
    HOUR,
    MINUTE,
    calendar_days,
    clock,
    days,
    seconds,
)
from featureshift.explain.dates.period import in_same_period
from featureshift.explain.lattice import PROOF
from featureshift.explain.proposals import Proposal
from featureshift.explain.rules.dates.time_of_day import like_query

Vector = NDArray[np.float64]

STEPS = {"seconds": 1.0, "minutes": MINUTE, "hours": HOUR, "days": DAY}
MOST_ON_GRID = 0.9
"""Share of the reference that may be as coarse already."""


def propose(case: Case) -> Iterator[Proposal]:
    """All dates of the query are on a grid of the clock or calendar, those of the reference not."""
    column = case.column
    if not column.dated or min(len(column.before), len(column.after)) == 0:
        return
    values = in_same_period(column)
    for unit, step in STEPS.items():
        if _is_coarser(column.before % step == 0, column.after % step == 0):
            lost = ": the time of day is lost" if unit == "days" else ""
            # Where the dates do not tell which, it is what programs do: they cut.
            for how, price, cut in (("cut", 0.5, np.floor), ("rounded", 1.5, np.round)):
                words = f"dates are {how} to whole {unit}{lost}"
                yield Proposal(words, cut(values / step) * step, price, proven=True)
    for unit, code in (("months", "M"), ("years", "Y")):
        if _is_coarser(*(_first(side, code) == side for side in (column.before, column.after))):
            words = f"dates are cut to whole {unit}"
            yield Proposal(words, _first(values, code), 0.5, proven=True)
    if not clock(column.before).any() and clock(column.after).any():
        times = like_query(case.rng.random(len(values)), clock(column.after))
        words = "dates have a time of day, which they had not before"
        yield Proposal(words, days(values) + times, 0.5)


def _is_coarser(before: NDArray[np.bool_], after: NDArray[np.bool_]) -> bool:
    """Whether all dates of the query are on a grid, as those of the reference would not be."""
    share = max(float(before.mean()), 1 / len(before))
    return bool(after.all()) and share < MOST_ON_GRID and -math.log10(share) * len(after) > PROOF


def _first(instants: Vector, unit: str) -> Vector:
    """Midnight of the first day of a month or year."""
    return seconds(calendar_days(instants).astype(f"datetime64[{unit}]").astype("datetime64[D]"))
