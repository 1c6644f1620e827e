"""Random errors added to the values."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.levels import level_shares
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.quantities import snapped
from featureshift.explain.words import duration, number, percent

LEAST_SHARE = 0.02
LEAST_RELATION = 0.1
NOT_LESS = 0.97
"""Noise adds to the variance; this is what chance may take away."""


def propose(case: Case) -> Iterator[Proposal]:
    """As much noise as the growth of what the partners leave unexplained, or of the variance."""
    if case.column.categorical:
        yield from _exchanged(case)
        return
    if case.column.two_values:
        yield from _flipped(case, sum(case.column.two_values))
        return
    column = case.column
    added = _added_variance(case)
    if added <= 0 or np.nanvar(column.query) < NOT_LESS * np.nanvar(column.reference):
        return
    size = float(np.sqrt(added))
    rng, n = case.rng, len(column.reference)
    shown = duration(size) if column.dated else number(size)
    words = f"noise with a standard deviation of {shown} is added"
    low, high = column.before[0], column.before[-1]
    inside = column.after[0] >= low and column.after[-1] <= high
    for errors in (rng.standard_normal(n), rng.choice([-1.0, 1.0], n)):
        values = column.reference + size * errors
        if inside:
            values = np.clip(values, low, high)
        values, rounding = snapped(values, column)
        numbers = {"deviation": size}
        yield Proposal(words, values, 1 + rounding, numbers, at_most=at_most(case.related))


def _added_variance(case: Case) -> float:
    column, told = case.column, case.prediction
    if min(len(column.before), len(column.after)) < 2:
        return 0.0
    total = float(column.after.var() - column.before.var())
    if told is None or case.strength[0] ** 2 < 0.3:
        return total
    residuals = column.reference - told.value_reference, column.query - told.value_query
    return float(np.nanvar(residuals[1]) - np.nanvar(residuals[0]))


def _flipped(case: Case, total: float) -> Iterator[Proposal]:
    """One of two values taken for the other, as often as relations weakened or turned."""
    before, after = case.strength
    share = (1 - after / before) / 2 if case.related else 0.0
    if not LEAST_SHARE < share < 1 - LEAST_SHARE:
        return
    column = case.column
    chosen = case.rng.random(len(column.reference)) < share
    words = f"about {percent(share)} of the values are turned into the other one"
    values = np.where(chosen, total - column.reference, column.reference)
    yield Proposal(words, values, 1, {"share": share})


def _exchanged(case: Case) -> Iterator[Proposal]:
    """Categories replaced by random ones, as often as shares became alike or relations loose."""
    column = case.column
    shares = level_shares(column)
    if len(column.labels) < 2 or shares.new or shares.lost:
        return
    away = 1 / len(column.labels) - shares.reference
    alike = float(shares.gain @ away / (away @ away + 1e-12))
    before, after = case.strength
    looser = 1 - after / before if before > LEAST_RELATION else 0.0
    for share in (alike, looser):
        if LEAST_SHARE < share <= 1:
            yield _replaced(case, share)


def _replaced(case: Case, share: float) -> Proposal:
    rng, column = case.rng, case.column
    n = len(column.reference)
    chosen = rng.random(n) < share
    values = np.where(chosen, rng.integers(0, len(column.labels), n), column.reference)
    values = np.where(np.isnan(column.reference), np.nan, values)
    words = f"about {percent(share)} of the values are replaced by random ones"
    return Proposal(words, values, 1, {"share": share}, at_most=at_most(case.related))
