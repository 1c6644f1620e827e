"""Day and month swapped: the third of April read as the fourth of March."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.dates.calendar import with_day_and_month_swapped
from featureshift.explain.proposals import Proposal
from featureshift.tables import Kind

LEAST = 0.01
"""Share of the dates that can be swapped at all."""


def propose(case: Case) -> Iterator[Proposal]:
    """Where that is possible; other dates stay, or are lost."""
    column = case.column
    if column.kind is not Kind.DATETIME:
        return
    swapped = with_day_and_month_swapped(column.reference)
    possible = ~np.isnan(swapped)
    if possible.mean() < LEAST:
        return
    words = "day and month are swapped where the day is 12 or less"
    yield Proposal(words, np.where(possible, swapped, column.reference), 0.5)
    yield Proposal(f"{words}; all other dates are lost", swapped, 0.5)
