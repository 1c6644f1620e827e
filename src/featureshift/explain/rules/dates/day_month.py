"""Day and month swapped: the third of April read as the fourth of March."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.columns import ranks
from featureshift.explain.dates.calendar import with_day_and_month_swapped
from featureshift.explain.proposals import Proposal
from featureshift.explain.relations import correlations

MENDED = -2.0
"""Price where swapping back shows that it is right."""
CLEARLY = 5.0
"""Standard errors."""
WHOLE = 0.9
LEAST = 0.01
"""Share of the dates that can be swapped at all."""


def propose(case: Case) -> Iterator[Proposal]:
    """Where that is possible; other dates stay, or are lost."""
    column = case.column
    if not column.dated:
        return
    swapped = with_day_and_month_swapped(column.reference)
    possible = ~np.isnan(swapped)
    if possible.mean() < LEAST:
        return
    words = "day and month are swapped where the day is 12 or less"
    price = MENDED if _is_mended(case) else 0.5
    yield Proposal(words, np.where(possible, swapped, column.reference), price)
    yield Proposal(f"{words}; all other dates are lost", swapped, price)


def _is_mended(case: Case) -> bool:
    """Whether relations that are broken are whole again once the query is swapped back."""
    if case.prediction is None or not case.related:
        return False
    before, after = case.strength
    back = with_day_and_month_swapped(case.column.query)
    back = np.where(np.isnan(back), case.column.query, back)
    again = correlations(ranks(back), case.prediction.query)
    better = float(again.r[0]) - after
    return (
        better > CLEARLY * float(np.sqrt(again.variance[0])) and float(again.r[0]) > WHOLE * before
    )
