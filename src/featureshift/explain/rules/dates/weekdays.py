"""Other weekdays: none on weekends, or all of these moved to the next working day."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.dates.calendar import DAY, WEEKDAYS, weekday
from featureshift.explain.dates.period import periods_differ
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent

Vector = NDArray[np.float64]

ABSENT = 0.05
"""Of the share in the reference."""
GUESSED = 4.0
"""Price of shares that are taken from the query as they are."""
EXPECTED = 10
"""Rows on a weekday of which none is no coincidence."""


def propose(case: Case) -> Iterator[Proposal]:
    """Rows of some weekdays are gone, or moved; or each weekday has another share."""
    column = case.column
    short = min(len(column.before), len(column.after)) == 0
    if not column.dated or short or periods_differ(column):
        return
    before, after = _shares(column.before), _shares(column.after)
    own = weekday(column.reference)
    common = before * len(column.after) >= EXPECTED
    gone = np.flatnonzero(common & (after < ABSENT * before))
    if 0 < len(gone) < common.sum():
        yield from _without(column.reference, own, gone, before)
    chances = np.where(before > 0, after / np.maximum(before, 1e-9), 0.0)
    kept = np.append(chances / chances.max(), 0.0)[np.nan_to_num(own, nan=7).astype(int)]
    chosen = case.rng.random(len(own)) < kept
    most = int(np.argmax(np.abs(after - before)))
    words = (
        f"other weekdays: {percent(after[most])} are {WEEKDAYS[most]}s "
        f"instead of {percent(before[most])}"
    )
    values = np.where(chosen, column.reference, np.nan)
    yield Proposal(words, values, GUESSED, missing_open=True, at_most="medium")


def _without(
    values: Vector, own: Vector, gone: NDArray[np.intp], before: Vector
) -> Iterator[Proposal]:
    names = " or ".join(WEEKDAYS[day] for day in gone)
    was = f"{percent(float(before[gone].sum()))} of the reference"
    there = ~np.isin(own, gone)
    words = f"no date is on a {names} any more ({was})"
    yield Proposal(words, np.where(there, values, np.nan), 0.5, missing_open=True)
    for step, way in ((1, "next"), (-1, "last")):
        moved = values.copy()
        for _ in gone:
            moved = np.where(np.isin(weekday(moved), gone), moved + step * DAY, moved)
        words = f"dates on a {names} are moved to the {way} day that is none ({was})"
        yield Proposal(words, moved, 0.5)


def _shares(instants: Vector) -> Vector:
    return np.asarray(np.bincount(weekday(instants).astype(int), minlength=7) / len(instants))
