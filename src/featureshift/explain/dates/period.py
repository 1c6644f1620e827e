"""A column that is the clock of its batch: the query goes on where the reference ended.

That is no error. Whatever else happened to the dates is looked for among the days of the query,
each with the time of day that the reference has.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair, ranks
from featureshift.explain.dates.calendar import DAY, clock, days

Vector = NDArray[np.float64]

STRAY = 0.03
"""Share of rows that may lie in the other period: late arrivals."""
LONGEST_GAP = 5 * 365 * DAY
WIDE = 10.0
"""Times as long as the reference: a gap that is no pause between two batches."""


def periods_differ(column: ColumnPair) -> bool:
    """Whether the query lies wholly after, or before, the reference, and not too far off."""
    if not column.dated or min(len(column.before), len(column.after)) == 0:
        return False
    gap = period_gap(column)
    span = float(column.before[-1] - column.before[0])
    return 0 <= gap <= max(min(LONGEST_GAP, 100 * span), WIDE * span)


def period_gap(column: ColumnPair) -> float:
    """Between the two; negative where they overlap."""
    low, high = (np.quantile(side, [STRAY, 1 - STRAY]) for side in (column.before, column.after))
    return float(max(high[0] - low[1], low[0] - high[1]))


def in_same_period(column: ColumnPair) -> Vector:
    """The reference's values; those of another period on the days of the query, in their order."""
    if not periods_differ(column):
        return column.reference
    place = ranks(column.reference) + 0.5
    known = ~np.isnan(place)
    spots = np.where(known, place * len(column.after), 0).astype(int)
    placed = days(column.after)[np.minimum(spots, len(column.after) - 1)]
    return np.where(known, placed + clock(column.reference), np.nan)
