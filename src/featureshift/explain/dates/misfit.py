"""How far two samples of instants are apart: when, at what time of day, on which days."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.dates.calendar import (
    calendar_days,
    clock,
    day_of_month,
    is_summer,
    weekday,
)
from featureshift.explain.margins import Misfit, numbers_misfit, shares_misfit

Vector = NDArray[np.float64]

CLOCK_RESOLUTION = 1e-3
"""Seconds."""
ENOUGH_ROWS = 50
"""Of each season."""


def dates_misfit(first: Vector, second: Vector, resolution: float) -> Misfit:
    """Between two ascending samples; two hours do not show in a year, but on the clock.

    >>> noon = 86400.0 * np.arange(300) + 43200
    >>> dates_misfit(noon, noon + 7200, 1.0).p < 1e-9
    True
    """
    if len(first) == 0 or len(second) == 0:
        return numbers_misfit(first, second)
    looks = (
        numbers_misfit(first, second, resolution),
        shares_misfit(_weekdays(first), _weekdays(second)),
        shares_misfit(_days_of_month(first), _days_of_month(second)),
        *_clock_misfits(first, second),
    )
    chance = min(1.0, len(looks) * min(look.p for look in looks))
    return Misfit(max(look.distance for look in looks), chance, looks[0].tail)


def _clock_misfits(first: Vector, second: Vector) -> Iterator[Misfit]:
    """Of the times of day; in summer and in winter apart, since clocks are changed in between."""
    summers = [is_summer(side, "Europe") for side in (first, second)]
    counts = [count for summer in summers for count in (int(summer.sum()), int((~summer).sum()))]
    seasons = (True, False) if min(counts) >= ENOUGH_ROWS else (None,)
    for season in seasons:
        some = [
            side if season is None else side[summer == season]
            for side, summer in zip((first, second), summers, strict=True)
        ]
        yield numbers_misfit(np.sort(clock(some[0])), np.sort(clock(some[1])), CLOCK_RESOLUTION)


def _weekdays(instants: Vector) -> NDArray[np.int64]:
    return np.bincount(weekday(instants).astype(np.int64), minlength=7)


def _days_of_month(instants: Vector) -> NDArray[np.int64]:
    dates = calendar_days(instants)
    return np.bincount(day_of_month(dates[~np.isnat(dates)]), minlength=32)
