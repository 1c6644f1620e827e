"""A few values far beyond the range of the reference; all others as before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.margins import numbers_misfit
from featureshift.explain.proposals import Proposal
from featureshift.explain.quantities import rare_heaps
from featureshift.explain.tails import far_values
from featureshift.explain.words import instant, number, percent

Vector = NDArray[np.float64]

MOST = 0.2
"""Share of the values: more are no outliers."""
TELLING = 5
"""Outliers from which a factor can be told."""
LIKELY = 0.05
"""Chance from which on a fitted factor is believed."""
ROUND = (-1.0, 10.0, 100.0, 1000.0, 1e4, 1e5, 1e6)
"""The wrong sign, a lost decimal point, a wrong unit."""
PREFERRED = 0.005
"""The same for a round factor."""


class Factor(NamedTuple):
    value: float
    hit: float
    """Share of the reference that it carries out of the reference's range."""
    chance: float
    """Of outliers as far out as the ones seen."""


def propose(case: Case) -> Iterator[Proposal]:
    """As if some values were multiplied, or from elsewhere altogether."""
    column = case.column
    if column.categorical or len(column.before) == 0 or len(column.after) == 0:
        return
    out = far_values(column.before, column.ranges[0], column.after)
    if not 0 < len(out) <= MOST * len(column.after):
        return
    if any(heap.value in out for heap in rare_heaps(column)):  # a code for "no value"
        return
    share = len(out) / len(column.after)
    words = f"{percent(share)} of the values lie far beyond the range of the reference"
    words += f" ({_ranges(column, out)})"
    factor = _factor(column, out) if not column.dated else None
    if factor is not None:
        values = _replaced(case, share / factor.hit, case.column.reference * factor.value)
        price = 1.0 if factor.value in ROUND else 1.5
        numbers = {"share": share, "factor": factor.value}
        yield Proposal(f"{words}, {_as_if(factor.value)}", values, price, numbers)
    drawn = case.rng.choice(out, len(column.reference))
    yield Proposal(words, _replaced(case, share, drawn), 2.0, {"share": share})


def _replaced(case: Case, share: float, new: Vector) -> Vector:
    """Some of the reference's present values, chosen at random."""
    column = case.column.reference
    chosen = np.flatnonzero(~np.isnan(column))
    chosen = case.rng.permutation(chosen)[: max(round(share * len(chosen)), 1)]
    values = column.copy()
    values[chosen] = new[chosen]
    return values


def _factor(column: ColumnPair, out: Vector) -> Factor | None:
    """A round one that makes such outliers of the reference's values, else a fitted one."""
    if len(out) < TELLING:
        return None
    known = [_tried(column, out, factor) for factor in ROUND]
    best = max(known, key=lambda factor: factor.chance)
    if best.chance < PREFERRED:
        best = max(_fitted(column, out), key=lambda factor: factor.chance)
        if best.chance < LIKELY:
            return None
    return best if best.hit * MOST >= len(out) / len(column.after) else None


def _fitted(column: ColumnPair, out: Vector) -> Iterator[Factor]:
    """By the typical outlier, among values that the factor carries out of the range."""
    size = np.abs(column.before)
    factor = float(np.median(np.abs(out)) / max(np.median(size), 1e-300))
    for _ in range(3):
        tried = _tried(column, out, factor)
        yield tried
        if tried.hit == 0:
            return
        hit = np.abs(far_values(column.before, column.ranges[0], np.sort(column.before * factor)))
        factor *= float(np.median(np.abs(out)) / max(np.median(hit), 1e-300))


def _tried(column: ColumnPair, out: Vector, factor: float) -> Factor:
    made = far_values(column.before, column.ranges[0], np.sort(column.before * factor))
    if len(made) == 0:
        return Factor(factor, 0.0, 0.0)
    return Factor(factor, len(made) / len(column.before), numbers_misfit(made, out).chance)


def _as_if(factor: float) -> str:
    if factor == -1:
        return "as if with the wrong sign"
    return f"as if multiplied by {'' if factor in ROUND else 'about '}{number(factor)}"


def _ranges(column: ColumnPair, out: Vector) -> str:
    shown = instant if column.dated else number
    (low, high), (lowest, highest) = column.ranges
    if out[0] > high:
        return f"at most {shown(high)} there, up to {shown(highest)} here"
    if out[-1] < low:
        return f"at least {shown(low)} there, down to {shown(lowest)} here"
    return f"{shown(low)} to {shown(high)} there, {shown(lowest)} to {shown(highest)} here"
