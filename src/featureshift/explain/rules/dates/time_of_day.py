"""The days are as before, the time of day is not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.dates.calendar import DAY, HOUR, clock, days
from featureshift.explain.dates.period import in_same_period
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent, time_of_day

Vector = NDArray[np.float64]

LEAST_OUTSIDE = 0.03
"""Share of the reference's rows outside of hours that are now the only ones."""
FEWEST_HOURS = 3
"""Of a day that is left: fewer are no opening hours."""
GUESSED = 4.0
"""Price of a clock that is taken from the query as it is."""


def propose(case: Case) -> Iterator[Proposal]:
    """AM and PM confused, some hours only, one time for all, or any other change of the clock."""
    column = case.column
    if not column.dated or min(len(column.before), len(column.after)) == 0:
        return
    values = in_same_period(column)
    times, before, after = clock(values), clock(column.before), clock(column.after)
    half = DAY / 2
    if (before >= half).any() and not (after >= half).any():
        words = "times after noon are 12 hours early: AM and PM are not told apart"
        yield Proposal(words, days(values) + times % half, 0.5)
    if np.ptp(after) == 0 and after[0] > 0 and np.ptp(before) > 0:
        words = f"all times of day are {time_of_day(after[0])}"
        yield Proposal(words, days(values) + after[0], 0.5)
    yield from _some_hours(values, times, before, after)
    if np.ptp(before) > 0 and np.ptp(after) > 0:
        middle = [time_of_day(float(np.median(side))) for side in (before, after)]
        words = f"the time of day changed (median {middle[0]}, now {middle[1]}), days did not"
        for order in (times, case.rng.random(len(times))):  # early ones stay early, or none does
            drawn = days(values) + like_query(order, after)
            yield Proposal(words, drawn, GUESSED, at_most="medium")


def like_query(times: Vector, after: Vector) -> Vector:
    """Times of day as the query has them, early ones for early ones; NaN stays."""
    known = ~np.isnan(times)
    order = np.argsort(times[known], kind="stable")
    places = np.empty(len(order))
    places[order] = (np.arange(len(order)) + 0.5) / max(len(order), 1)
    shares = (np.arange(len(after)) + 0.5) / len(after)
    new = np.full(len(times), np.nan)
    new[known] = np.interp(places, shares, np.sort(after))
    return new if (after % 1).any() else np.floor(new)


def _some_hours(values: Vector, times: Vector, before: Vector, after: Vector) -> Iterator[Proposal]:
    """Rows at other hours are gone, or moved to the ends."""
    low, high = np.floor(after.min() / HOUR) * HOUR, np.ceil((after.max() + 1) / HOUR) * HOUR
    if high - low < FEWEST_HOURS * HOUR:
        return
    outside = float(((before < low) | (before >= high)).mean())
    if outside < LEAST_OUTSIDE or outside == 1:
        return
    hours = f"from {time_of_day(low)} to {time_of_day(high)}"
    inside = (times >= low) & (times < high)
    words = f"there are only times of day {hours}: {percent(outside)} of the reference are outside"
    numbers = {"from": low, "to": high, "share": outside}
    yield Proposal(words, np.where(inside, values, np.nan), 0.5, numbers, missing_open=True)
    words = f"times of day are cut off to those {hours} ({percent(outside)} of the rows)"
    clipped = days(values) + np.clip(times, after.min(), after.max())
    yield Proposal(words, clipped, 0.5, numbers)
