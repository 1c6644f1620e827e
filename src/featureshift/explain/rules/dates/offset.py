"""All dates later or earlier by the same time: another day of a batch, another time zone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.dates.calendar import DAY, HOUR, clock
from featureshift.explain.dates.period import in_same_period, periods_differ
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
SHARP = 0.2
"""Errors of a mean within which two ends that moved must agree."""
SAME_STORY = 0.2
"""Spreads between estimates of one offset."""
LEAST = 1.0
"""Seconds."""


def propose(case: Case) -> Iterator[Proposal]:
    """By the dates themselves, by the time of day, and by the delay to other dates.

    Of another period nothing but the clock can tell.
    """
    column = case.column
    if min(len(column.before), len(column.after)) == 0:
        return
    whole_days = not clock(column.after).any()
    values, elsewhere = in_same_period(column), periods_differ(column)
    offsets = _zones(case) if elsewhere else (*_zones(case), *_offsets(case))
    for offset in dict.fromkeys(offsets):
        if abs(offset) >= LEAST and not (whole_days and offset % DAY):
            zone = abs(offset) in ZONES
            price = 0.5 if zone else 1.0 if offset % DAY == 0 else 1.5
            words = _zone_words(offset) if zone else _words(offset, _error(column))
            yield Proposal(words, values + offset, price, {"seconds": offset})


def _zones(case: Case) -> tuple[float, ...]:
    """Differences of time zones near to what clock and delays tell."""
    told = [_clock_turn(case.column)]
    if not periods_differ(case.column):
        told += _delays(case)
    every = [sign * hours for hours in ZONES for sign in (1, -1)]
    near = (zone for zone in every if any(abs(zone - offset) <= HOUR for offset in told))
    return tuple(sorted(near, key=abs))


def _offsets(case: Case) -> Iterator[float]:
    """Whole days first."""
    column = case.column
    turn = _clock_turn(column)
    before, after = quantiles(column)
    estimates = [
        float(np.median(after - before)),
        float(column.after.mean() - column.before.mean()),
    ]
    if case.expected_mean is not None:
        estimates.append(float(column.after.mean()) - case.expected_mean)
    ends = _moved_ends(column)
    if ends is not None:
        estimates = [ends]
    for offset in estimates:
        if abs(offset - estimates[0]) <= SAME_STORY * column.spread:
            nearest = round(offset / DAY)
            yield from (float((nearest + k) * DAY) for k in NEARBY)
            yield from ((nearest + k) * DAY + turn for k in NEARBY if turn)
            yield offset
    yield from _delays(case)


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
    for partner in case.close_dates:
        before = np.nanmedian(case.column.reference - partner.reference)
        yield float(np.nanmedian(case.column.query - partner.query) - before)


def _moved_ends(column: ColumnPair) -> float | None:
    """By how much the first and the last date moved, if both did alike: that beats a mean."""
    first, last = (float(column.after[k] - column.before[k]) for k in (0, -1))
    return (first + last) / 2 if abs(first - last) < SHARP * _mean_error(column) else None


def _mean_error(column: ColumnPair) -> float:
    """Of the difference of means."""
    sides = column.before, column.after
    return float(np.sqrt(sum(side.var() / len(side) for side in sides)))


def _error(column: ColumnPair) -> float:
    """Of the offset that is told."""
    return _mean_error(column) * (SHARP if _moved_ends(column) is not None else 2.0)


def _zone_words(offset: float) -> str:
    return f"times are {duration(offset)} {_way(offset)}: as after a change of time zone"


def _words(offset: float, error: float) -> str:
    """With no more digits than are known."""
    if abs(offset) >= 2 * DAY:
        unit = DAY * 10.0 ** max(np.floor(np.log10(max(error, 1.0) / DAY)), 0.0)
        offset = round(offset / unit) * unit or offset
    return f"dates are about {duration(offset)} {_way(offset)}"


def _way(offset: float) -> str:
    return "later" if offset > 0 else "earlier"
