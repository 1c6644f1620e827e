"""Numbers and names as a sentence shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

NO_NUMBER = "none"
LAST_INSTANT = 2.5e11
"""Seconds: years of at most four digits."""


def number(value: float) -> str:
    """Four digits are enough to recognize a number.

    >>> number(2.5400001), number(-999.0), number(1 / 3), number(1234.5), number(1e300)
    ('2.54', '-999', '0.3333', '1,234', '1e+300')
    """
    if 1e3 <= abs(value) < 1e15 or (abs(value) < 1e3 and value == int(value)):
        return f"{value:,.0f}"
    return f"{value:.4g}"


def instant(seconds: float) -> str:
    """The day of an instant; where no calendar reaches, its seconds.

    >>> instant(86400.0 * 365), instant(1e300)
    ('1971-01-01', '1e+300')
    """
    if abs(seconds) > LAST_INSTANT:
        return number(seconds)
    return str(np.datetime64(round(seconds), "s").astype("datetime64[D]"))


def value(x: float, dated: bool) -> str:
    """A number, or an instant.

    >>> value(0.0, True), value(2.5, False)
    ('1970-01-01', '2.5')
    """
    return instant(x) if dated else number(x)


def time_of_day(seconds: float) -> str:
    """
    >>> time_of_day(34200.0), time_of_day(86400.0)
    ('09:30', '24:00')
    """
    minutes = round(seconds / 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def percent(share: float) -> str:
    """A share from 0 to 1; what is not 0 never reads as 0, what is not all never as 100.

    >>> percent(0.4149), percent(0.031), percent(0.0001), percent(0.9999), percent(0), percent(1)
    ('41%', '3.1%', '<0.1%', '>99.9%', '0%', '100%')
    >>> percent(math.nan)
    'none'
    """
    if not math.isfinite(share):
        return NO_NUMBER
    if 0 < share < 0.001:
        return "<0.1%"
    if 0.999 < share < 1:
        return ">99.9%"
    close = share < 0.0995 or share > 0.9905
    return f"{100 * share:.1f}".replace(".0", "") + "%" if close else f"{share:.0%}"


def quoted(names: Sequence[str], most: int = 3) -> str:
    """
    >>> quoted(["a", "b", "c", "d"])
    "'a', 'b', 'c' and 1 more"
    """
    shown = ", ".join(f"'{name}'" for name in names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")


def duration(seconds: float) -> str:
    """
    >>> duration(-3600.0), duration(86400.0 * 2), duration(90.0)
    ('1 hour', '2 days', '1.5 minutes')
    """
    size = abs(seconds)
    for unit, name in ((86400.0, "day"), (3600.0, "hour"), (60.0, "minute"), (1.0, "second")):
        if size >= unit or unit == 1.0:
            count = number(size / unit)
            return f"{count} {name}{'' if count == '1' else 's'}"
    raise AssertionError("seconds are the last resort")
