"""A constant added to every value."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.lattice import PROVEN, exact_offset
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.quantities import landmarks, quantiles, snapped
from featureshift.explain.rules.dates import offset as of_dates
from featureshift.explain.words import number

KELVIN = 273.15
SAME_STORY = 0.2
LEAST_CHANGE = 0.03
"""Of the spread."""


def propose(case: Case) -> Iterator[Proposal]:
    """The offset is the typical difference of quantiles."""
    column = case.column
    if column.dated:
        yield from of_dates.propose(case)
        return
    if column.categorical or min(len(column.before), len(column.after)) == 0:
        return
    before, after = quantiles(column)
    typical = float(np.median(after - before))
    if abs(typical) < LEAST_CHANGE * column.spread:
        return
    places = zip(landmarks(column.before)[:4], landmarks(column.after)[:4], strict=True)
    exact = [b - a for a, b in places]
    if case.expected_mean is not None:
        exact.append(float(column.after.mean()) - case.expected_mean)
    near = [
        _as_known(each)
        for each in (typical, *exact)
        if abs(each - typical) < SAME_STORY * column.spread
    ]
    proven = [each for about in near if (each := exact_offset(column, about)) is not None]
    for offset in dict.fromkeys(proven or near):
        yield _plus(case, offset, proven=bool(proven))


def _as_known(offset: float) -> float:
    """The difference between Kelvin and Celsius, where it is about that."""
    return float(np.copysign(KELVIN, offset)) if abs(abs(offset) / KELVIN - 1) < 0.01 else offset


def _plus(case: Case, offset: float, *, proven: bool) -> Proposal:
    shown = number(abs(offset))
    words = f"{shown} is {'added to' if offset > 0 else 'subtracted from'} every value"
    values, rounding = snapped(case.column.reference + offset, case.column)
    sure = proven or abs(offset) == KELVIN or case.stands_alone
    price = PROVEN if proven else 1.0
    if not sure:
        words = f"values are about {shown} {'higher' if offset > 0 else 'lower'} throughout"
    return Proposal(words, values, price + rounding, {"offset": offset}, at_most=at_most(sure))
