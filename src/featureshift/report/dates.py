"""Instants, which tables hold as seconds since 1970, as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

DAY = 86400.0
_STEPS_OF_SECONDS = tuple(
    unit * n
    for unit, counts in ((1, (1, 5, 15, 30)), (60, (1, 5, 15, 30)), (3600, (1, 3, 6, 12)))
    for n in counts
) + tuple(DAY * n for n in (1, 2, 7, 14))
_STEPS_OF_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000)


def instant(seconds: float, span: float) -> str:
    """As exact as it needs to be among others that are ``span`` seconds apart.

    >>> instant(1.7e9, 300 * DAY), instant(1.7e9, 3600.0), instant(1e300, 1.0)
    ('2023-11-14', '2023-11-14 22:13', '1e+300 s')
    """
    moment = _moment(seconds)
    if moment is None:
        return f"{seconds:.4g} s"
    if span >= 3 * DAY:
        return f"{moment:%Y-%m-%d}"
    return f"{moment:%Y-%m-%d %H:%M}" if span >= 300 else f"{moment:%Y-%m-%d %H:%M:%S}"


def round_instants(low: float, high: float, most: int) -> list[float]:
    """At most ``most`` instants from ``low`` to ``high`` at which a calendar or clock is round.

    >>> [instant(tick, 90 * DAY) for tick in round_instants(1.7e9, 1.7e9 + 90 * DAY, 4)]
    ['2023-12-01', '2024-01-01', '2024-02-01']
    """
    for step in _STEPS_OF_SECONDS:
        if (high - low) / step <= most - 1:
            first = -(-low // step)
            return [k * step for k in range(int(first), int(high // step) + 1)]
    for months in _STEPS_OF_MONTHS:
        ticks = [t for t in _first_days(low, high, months, most + 1) if low <= t <= high]
        if len(ticks) <= most:
            return ticks
    return []


def _first_days(low: float, high: float, months: int, most: int) -> Iterator[float]:
    """First days of every so many months, up to ``most`` of them that are not before ``low``."""
    start = _moment(low)
    if start is None or _moment(high) is None:
        return
    month = (start.year * 12 + start.month - 1) // months * months
    for k in range(most + 1):
        year, of_year = divmod(month + k * months, 12)
        if 1 <= year <= 9999:
            yield datetime(year, of_year + 1, 1, tzinfo=UTC).timestamp()


def _moment(seconds: float) -> datetime | None:
    """None for what no calendar holds."""
    try:
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    except (OverflowError, ValueError):  # NaN
        return None
