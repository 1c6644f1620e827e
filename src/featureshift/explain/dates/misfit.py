"""How far two samples of instants are apart: when, at what time of day, on which weekdays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.dates.calendar import clock, weekday
from featureshift.explain.margins import Misfit, numbers_misfit, shares_misfit

Vector = NDArray[np.float64]

CLOCK_RESOLUTION = 1e-3
"""Seconds."""
LOOKS = 3


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
        numbers_misfit(np.sort(clock(first)), np.sort(clock(second)), CLOCK_RESOLUTION),
        shares_misfit(_weekdays(first), _weekdays(second)),
    )
    chance = min(1.0, LOOKS * min(look.p for look in looks))
    return Misfit(max(look.distance for look in looks), chance, looks[0].tail)


def _weekdays(instants: Vector) -> NDArray[np.int64]:
    return np.bincount(weekday(instants).astype(np.int64), minlength=7)
