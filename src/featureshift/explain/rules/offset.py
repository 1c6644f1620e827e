"""A constant added to every value."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.lattice import PROVEN, exact_offset
from featureshift.explain.proposals import Proposal
from featureshift.explain.quantities import grid_step, landmarks, quantiles, snapped
from featureshift.explain.rules.dates import offset as of_dates
from featureshift.explain.words import number

KELVIN = 273.15
SAME_STORY = 0.2
LEAST_CHANGE = 0.03
"""Of the spread, where no grid tells."""
SURELY = 2.5
"""Standard errors in which an offset lies."""
LANDMARK = 1e-6
"""Of the offset: landmarks that moved by the same."""


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
    places = zip(landmarks(column.before)[:4], landmarks(column.after)[:4], strict=True)
    exact = [*(b - a for a, b in places), _difference(case)]
    near = [
        _as_known(each)
        for each in (typical, *exact)
        if abs(each - typical) < SAME_STORY * column.spread
    ]
    proven = [each for about in near if (each := exact_offset(column, about)) is not None]
    if proven:
        for offset in dict.fromkeys(proven):
            yield _on_the_grid(case, offset)
    elif abs(typical) >= LEAST_CHANGE * column.spread:
        for offset in dict.fromkeys(near):
            yield _off_the_grid(case, offset)


def _as_known(offset: float) -> float:
    """The difference between Kelvin and Celsius, where it is about that."""
    return float(np.copysign(KELVIN, offset)) if abs(abs(offset) / KELVIN - 1) < 0.01 else offset


def _on_the_grid(case: Case, offset: float) -> Proposal:
    """The grid tells the offset but for a multiple of its step; how large it is, the values do."""
    step = grid_step(case.column.before) or 0.0
    low, high = interval(case, offset)
    if _moved_landmarks(case, offset) or high - low < step:
        return _proposal(case, offset, f"{_plus(offset)} every value", proven=True)
    words = f"{_about(offset, low, high)}: all were multiples of {number(step)}, and now none is"
    return _proposal(case, offset, words, (low, high), proven=True)


def _off_the_grid(case: Case, offset: float) -> Proposal:
    if abs(offset) == KELVIN:
        return _proposal(case, offset, f"{_plus(offset)} every value")
    between = interval(case, offset)
    if case.stands_alone:
        return _proposal(case, offset, _about(offset, *between), between)
    way = "higher" if offset > 0 else "lower"
    words = f"values are about {number(abs(offset))} {way} throughout"
    return replace(_proposal(case, offset, words, between), at_most="medium")


def _proposal(
    case: Case,
    offset: float,
    words: str,
    between: tuple[float, float] | None = None,
    *,
    proven: bool = False,
) -> Proposal:
    values, rounding = snapped(case.column.reference + offset, case.column)
    numbers = {"offset": offset}
    if between is not None:
        numbers |= {"least": between[0], "most": between[1]}
    return Proposal(words, values, (PROVEN if proven else 1.0) + rounding, numbers, proven=proven)


def _plus(offset: float) -> str:
    return f"{number(abs(offset))} is {'added to' if offset > 0 else 'subtracted from'}"


def _about(offset: float, low: float, high: float) -> str:
    if low < 0 < high:
        return f"a number between {number(low)} and {number(high)} is added to every value"
    least, most = sorted((abs(low), abs(high)))
    return f"about {_plus(offset)} every value ({number(least)} to {number(most)})"


def interval(case: Case, offset: float) -> tuple[float, float]:
    """Where the offset may be: about the difference of means, less what partners tell of both."""
    sides = case.column.before, case.column.after
    variance = sum(float(side.var()) / len(side) for side in sides)
    error = SURELY * math.sqrt(variance * (1 - min(abs(case.strength[0]), 0.95) ** 2))
    mean = _difference(case)
    return min(mean - error, offset), max(mean + error, offset)


def _difference(case: Case) -> float:
    """Of the mean of the query from what it would be, had nothing happened."""
    expected = case.expected_mean
    before = float(case.column.before.mean()) if expected is None else expected
    return float(case.column.after.mean()) - before


def _moved_landmarks(case: Case, offset: float) -> bool:
    """Whether two of smallest, middle, largest and most frequent value moved by just so much."""
    column = case.column
    places = zip(landmarks(column.before)[:4], landmarks(column.after)[:4], strict=True)
    slack = max(column.resolution, LANDMARK * abs(offset))
    return sum(abs(b - a - offset) <= slack for a, b in places) >= 2
