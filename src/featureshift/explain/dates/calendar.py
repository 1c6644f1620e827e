"""Seconds since 1970 -> day, weekday, time of day, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Days = NDArray[np.datetime64]

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
WEEK = 7 * DAY
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FARTHEST = 2.5e11
"""Seconds: a calendar of four-digit years reaches about so far."""


def days(instants: Vector) -> Vector:
    """Midnight before each instant."""
    return np.floor(instants / DAY) * DAY


def clock(instants: Vector) -> Vector:
    """Seconds since midnight.

    >>> clock(np.array([-1.0, 90061.0])).tolist()
    [86399.0, 3661.0]
    """
    return np.asarray(instants - days(instants))


def weekday(instants: Vector) -> Vector:
    """0 for Monday; the first day of 1970 was a Thursday.

    >>> weekday(np.array([0.0, 4 * DAY])).tolist()
    [3.0, 0.0]
    """
    return (np.floor(instants / DAY) + 3) % 7


def calendar_days(instants: Vector) -> Days:
    """NaT where missing, or where no calendar reaches."""
    known = np.abs(instants) < FARTHEST  # not where it is NaN
    whole = np.where(known, np.floor(np.where(known, instants, 0.0) / DAY), 0).astype(np.int64)
    return np.where(known, whole.astype("datetime64[D]"), np.datetime64("NaT"))


def seconds(dates: Days) -> Vector:
    """Of midnight; NaN for NaT."""
    counts = dates.astype("datetime64[D]").astype(np.int64).astype(np.float64) * DAY
    return np.where(np.isnat(dates), np.nan, counts)


def day_of_month(dates: Days) -> NDArray[np.int64]:
    return np.asarray((dates - dates.astype("datetime64[M]")).astype(np.int64) + 1)


def month_of_year(dates: Days) -> NDArray[np.int64]:
    months = dates.astype("datetime64[M]").astype(np.int64)
    return np.asarray(months % 12 + 1)


def with_day_and_month_swapped(instants: Vector) -> Vector:
    """NaN where the day is no month.

    >>> march = seconds(np.array(["2025-03-04", "2025-03-14"], "M8[D]"))
    >>> calendar_days(with_day_and_month_swapped(march)).astype(str).tolist()
    ['2025-04-03', 'NaT']
    """
    dates = calendar_days(instants)
    day, month = day_of_month(dates), month_of_year(dates)
    possible = ~np.isnat(dates) & (day <= 12)
    year = dates.astype("datetime64[Y]")
    start = year.astype("datetime64[M]") + np.where(possible, day - 1, 0)
    new = start.astype("datetime64[D]") + np.where(possible, month - 1, 0)
    return np.where(possible, seconds(new) + clock(instants), np.nan)


def is_summer(instants: Vector, zone: str) -> NDArray[np.bool_]:
    """Whether clocks are one hour ahead, in "Europe" or "America".

    >>> is_summer(seconds(np.array(["2025-01-15", "2025-07-15"], "M8[D]")), "Europe").tolist()
    [False, True]
    """
    dates = calendar_days(instants)
    year = dates.astype("datetime64[Y]")
    begin, end = _changes(year, zone)
    return np.asarray((dates >= begin) & (dates < end) & ~np.isnat(dates))


def _changes(year: Days, zone: str) -> tuple[Days, Days]:
    """The Sundays on which clocks change."""
    march, october = (year.astype("datetime64[M]") + k for k in (2, 9))
    if zone == "Europe":
        return _last_sunday(march), _last_sunday(october)
    first_sunday = [_last_sunday(month - 1) + 7 for month in (march, october + 1)]
    return first_sunday[0] + 7, first_sunday[1]


def _last_sunday(month: Days) -> Days:
    last = (month + 1).astype("datetime64[D]") - 1
    back = (last.astype(np.int64) + 4) % 7  # 0 on a Sunday
    return np.asarray(last - back.astype("timedelta64[D]"))
