"""Another time zone, in summer by one hour more than in winter."""

from __future__ import annotations

from collections.abc import Iterator

from featureshift.explain.case import Case
from featureshift.explain.dates.calendar import HOUR, clock, is_summer
from featureshift.explain.dates.period import in_same_period
from featureshift.explain.proposals import Proposal

ZONES = {"Europe": (0, 1, 2), "America": (-8, -7, -6, -5)}
"""Where clocks change, and hours from UTC in winter."""
RARE = 0.05
"""Share of the rows in summer, or in winter, below which nothing tells them apart."""


def propose(case: Case) -> Iterator[Proposal]:
    """UTC read as local time, or the other way round."""
    column = case.column
    if not column.dated or not clock(column.after).any():
        return
    for zone, hours in ZONES.items():
        share = float(is_summer(column.after, zone).mean())
        if not RARE < share < 1 - RARE:
            continue
        values = in_same_period(column)
        summer = is_summer(values, zone)
        for winter in hours:
            for sign in (1, -1):
                shift = sign * HOUR * (winter + summer)
                yield Proposal(
                    _words(sign * winter, sign * (winter + 1)),
                    values + shift,
                    1.0,
                    {"winter": sign * winter * HOUR, "summer": sign * (winter + 1) * HOUR},
                )


def _words(winter: int, summer: int) -> str:
    told = [
        f"{_hours(hours)} in {season}" for hours, season in ((winter, "winter"), (summer, "summer"))
    ]
    return f"times are {' and '.join(told)}: as after a change of time zone"


def _hours(hours: int) -> str:
    if hours == 0:
        return "the same"
    return f"{abs(hours)} hour{'s' if abs(hours) > 1 else ''} {'later' if hours > 0 else 'earlier'}"
