"""What goes wrong with dates in practice, named as the diagnosis that should be made of it.

Columns of dates have the type ``datetime64[s]``, NaT where missing.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.mishaps.columns import Column, Columns, Mishap, as_seconds, is_date

DAY = 86400.0
RHYTHM = 0.3


def as_dates(seconds: NDArray[np.float64]) -> Column:
    """The way back."""
    counts = np.nan_to_num(seconds).astype(np.int64).astype("datetime64[s]")
    return np.where(np.isnan(seconds), np.datetime64("NaT"), counts)


def _with_times(query: Mapping[str, Column], name: str) -> NDArray[np.float64] | None:
    """The seconds of a column of dates that have a time of day."""
    if not is_date(query[name]):
        return None
    seconds = as_seconds(query[name])
    return seconds if (seconds[~np.isnan(seconds)] % DAY).any() else None


def _has_rhythm(seconds: NDArray[np.float64]) -> bool:
    """Whether some times of day are more frequent than others: else no clock tells that it is off.

    Times as points on a dial: how far is their mean from the middle?
    """
    angles = seconds[~np.isnan(seconds)] % DAY * (2 * np.pi / DAY)
    return bool(np.hypot(np.cos(angles).mean(), np.sin(angles).mean()) > RHYTHM)


def some_time(column: Column, rng: np.random.Generator) -> np.timedelta64:
    """Some hours, as zones differ, if there is a time of day at all; else days, but not years."""
    times = _with_times({"": column}, "")
    if times is not None and _has_rhythm(times) and rng.random() < 0.5:
        return np.timedelta64(int(rng.choice([-8, -5, -2, 1, 2, 3, 9])), "h")
    spread = int(np.nanstd(as_seconds(column)) / DAY)
    days = int(rng.integers(max(spread // 2, 3), spread + 5)) * int(rng.choice([-1, 1]))
    return np.timedelta64(days, "D")


def time_zone(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """UTC as the local time of Central Europe, or the other way round."""
    seconds = _with_times(query, name)
    if seconds is None or not _has_rhythm(seconds):
        return {}
    hours = np.array(
        [1 + _is_summer(when) for when in query[name].astype("datetime64[D]").tolist()]
    )
    return {name: as_dates(seconds + int(rng.choice([-1, 1])) * 3600 * hours)}


def _is_summer(day: datetime.date | None) -> bool:
    if day is None:
        return False
    begin, end = (datetime.date(day.year, month, 31) for month in (3, 10))
    return begin - _past_sunday(begin) <= day < end - _past_sunday(end)


def _past_sunday(day: datetime.date) -> datetime.timedelta:
    return datetime.timedelta(days=day.isoweekday() % 7)


def day_month_swapped(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """Wherever the day could be a month; other dates stay, or cannot be read."""
    if not is_date(query[name]):
        return {}
    lose = rng.random() < 0.4
    moments = query[name].astype("datetime64[s]").tolist()
    new = [_swapped(moment, lose) for moment in moments]
    return {name: np.array(new, "datetime64[s]")}


def _swapped(moment: datetime.datetime | None, lose: bool) -> datetime.datetime | None:
    if moment is None or moment.day > 12:
        return None if lose else moment
    return moment.replace(day=moment.month, month=moment.day)


def date_precision(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """Cut to minutes, hours, days or months."""
    if not is_date(query[name]):
        return {}
    units = ["M"] if _with_times(query, name) is None else ["m", "h", "D", "M"]
    unit = str(rng.choice(units))
    return {name: query[name].astype(f"datetime64[{unit}]").astype("datetime64[s]")}


def time_of_day(
    _: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator
) -> Columns:
    """Afternoons taken for mornings, office hours, or noon for all."""
    seconds = _with_times(query, name)
    if seconds is None:
        return {}
    clock = seconds % DAY
    new = (clock % (DAY / 2), np.clip(clock, 9 * 3600, 16 * 3600), np.full(len(clock), DAY / 2))
    return {name: as_dates(seconds - clock + new[rng.integers(3)])}


def weekdays(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Weekends moved to the Friday before or to the Monday after."""
    if not is_date(query[name]):
        return {}
    seconds = as_seconds(query[name])
    day = (np.floor(seconds / DAY) + 3) % 7
    to_monday = np.where(day > 4, 7 - day, 0)
    to_friday = np.where(day > 4, 4 - day, 0)
    if np.mean(day > 4) < 0.03:
        return {}
    return {name: as_dates(seconds + DAY * (to_monday if rng.random() < 0.5 else to_friday))}


def epoch_unit(_: Any, query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Columns:
    """Seconds read as milliseconds, or the other way round."""
    if not is_date(query[name]):
        return {}
    return {name: as_dates(np.floor(as_seconds(query[name]) * rng.choice([1e-3, 1e3])))}


def other_period(
    reference: Mapping[str, Column],
    query: Mapping[str, Column],
    name: str,
    rng: np.random.Generator,
) -> Columns:
    """The time after the reference, or before it."""
    if not is_date(query[name]):
        return {}
    before, after = as_seconds(reference[name]), as_seconds(query[name])
    days = np.ceil((np.nanmax(before) - np.nanmin(after)) / DAY) + rng.integers(1, 40)
    if rng.random() < 0.3:
        days = -(np.ceil((np.nanmax(after) - np.nanmin(before)) / DAY) + rng.integers(1, 40))
    return {name: as_dates(after + days * DAY)}


DATE_MISHAPS: dict[str, Mishap] = {
    "time-zone": time_zone,
    "day-month-swapped": day_month_swapped,
    "date-precision": date_precision,
    "time-of-day": time_of_day,
    "weekdays": weekdays,
    "epoch-unit": epoch_unit,
    "other-period": other_period,
}
"""Code of the diagnosis to be made -> mishap."""
