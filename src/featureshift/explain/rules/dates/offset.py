"""All dates later or earlier by the same time: another day of a batch, another time zone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.dates.calendar import DAY, HOUR, clock
from featureshift.explain.dates.period import periods_differ
from featureshift.explain.proposals import Proposal
from featureshift.explain.quantities import quantiles
from featureshift.explain.words import duration

Vector = NDArray[np.float64]

QUARTER = 900.0
"""Seconds: no time zone is finer."""
ZONES = frozenset(k * HOUR for k in (*range(1, 15), 3.5, 4.5, 5.5, 5.75, 6.5, 9.5, 10.5))
"""By which clocks of two places differ."""
BINS = 96
NEARBY = (0, -1, 1)
"""Whole days around the estimate that are tried."""
LEAST = 1.0
"""Seconds."""


def propose(case: Case) -> Iterator[Proposal]:
    """By the dates themselves, by the time of day, and by the delay to other dates."""
    column = case.column
    if periods_differ(column) or min(len(column.before), len(column.after)) == 0:
        return
    whole_days = not clock(column.after).any()
    for offset in dict.fromkeys(_offsets(case)):
        zone = abs(offset) in ZONES
        if abs(offset) >= LEAST and not (whole_days and offset % DAY):
            price = 0.5 if zone else 1.0 if offset % DAY == 0 else 1.5
            values = column.reference + offset
            yield Proposal(_words(offset, zone), values, price, {"offset": offset})


def _offsets(case: Case) -> Iterator[float]:
    """Round ones first."""
    column = case.column
    turn = _clock_turn(column)
    if turn:
        yield turn
    for delay in _delays(case):
        yield from _rounded(delay)
    before, after = quantiles(column)
    typical = float(np.median(after - before))
    means = [typical, float(column.after.mean() - column.before.mean())]
    if case.expected_mean is not None:
        means.append(float(column.after.mean()) - case.expected_mean)
    for offset in means:
        nearest = round(offset / DAY)
        yield from (float((nearest + k) * DAY) for k in NEARBY)
        yield from ((nearest + k) * DAY + turn for k in NEARBY if turn)
        yield from _rounded(offset)


def _rounded(offset: float) -> Iterator[float]:
    """To a quarter of an hour if that is what it is, more or less; and as it is."""
    quarters = round(offset / QUARTER) * QUARTER
    if abs(offset - quarters) < 0.1 * QUARTER:
        yield quarters
    yield offset


def _clock_turn(column: ColumnPair) -> float:
    """Seconds by which the times of day must be turned to be most alike; 0 if they are."""
    before, after = (
        np.histogram(clock(side), BINS, (0, DAY))[0] / len(side)
        for side in (column.before, column.after)
    )
    gaps = [float(np.abs(np.roll(before, k) - after).sum()) for k in range(BINS)]
    best = int(np.argmin(gaps))
    turn = best if best <= BINS / 2 else best - BINS
    return turn * QUARTER


def _delays(case: Case) -> Iterator[float]:
    """What was added to the typical time between another date and this one."""
    for partner in case.partners:
        if partner.dated:
            before = np.nanmedian(case.column.reference - partner.reference)
            yield float(np.nanmedian(case.column.query - partner.query) - before)


def _words(offset: float, zone: bool) -> str:
    way = "later" if offset > 0 else "earlier"
    if zone:
        return f"times are {duration(offset)} {way}: as after a change of time zone"
    return f"dates are about {duration(_readable(offset))} {way}"


def _readable(offset: float) -> float:
    """Whole days, from two days on."""
    return round(offset / DAY) * DAY if abs(offset) >= 2 * DAY else offset
