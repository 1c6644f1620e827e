"""Seconds since 1970 read as milliseconds, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import instant
from featureshift.tables import Kind

UNITS = {"seconds": 1.0, "milliseconds": 1e3, "microseconds": 1e6, "nanoseconds": 1e9}
"""Counted in a second."""
PLAUSIBLE = (3e8, 5e9)
"""Seconds since 1970: from 1979 to 2128."""
COUNTED = -1.5
"""Price where numbers count from 1970 before and after: few others have such a size."""
NEAR = 2.0
"""Times: how far the typical ratio may be from the factor; both tables need not be of one day."""


def propose(case: Case) -> Iterator[Proposal]:
    """Dates far off the calendar of the reference, or numbers that count from 1970."""
    column = case.column
    dated = column.dated
    if (
        not (dated or column.kind is Kind.NUMERIC)
        or min(len(column.before), len(column.after)) == 0
    ):
        return
    before, after = float(np.median(column.before)), float(np.median(column.after))
    for old, per_second in UNITS.items():
        for new, counted in UNITS.items():
            factor = counted / per_second
            counts_time = dated or PLAUSIBLE[0] < before / per_second < PLAUSIBLE[1]
            if (
                factor == 1
                or not counts_time
                or not 1 / NEAR < after / (before * factor or 1) < NEAR
            ):
                continue
            if dated and per_second != 1 and counted != 1:  # dates are held in seconds
                continue
            words = f"{old} since 1970 are now {new}"
            if dated:
                words = f"{_read(factor)}: {instant(before)} is now {instant(before * factor)}"
            values = column.reference * factor
            if not (column.after % 1).any():
                values = np.floor(values)
            price = 0.25 if dated else COUNTED
            yield Proposal(words, values, price, {"factor": factor})


def _read(factor: float) -> str:
    """A date that was multiplied was counted in a finer unit than it was read in."""
    unit = next(name for name, counted in UNITS.items() if counted in (factor, 1 / factor))
    if factor > 1:
        return f"{unit} since 1970 were read as seconds"
    return f"seconds since 1970 were read as {unit}"
