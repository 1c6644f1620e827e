"""Another period: the next month, the next batch. No error, but a difference all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair, ranks
from featureshift.explain.dates.calendar import DAY
from featureshift.explain.dates.period import in_same_period, periods_differ
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import instant, number
from featureshift.tables import Kind

Vector = NDArray[np.float64]

NAMES = ("year", "month", "week", "quarter", "day", "date", "period", "season", "yyyymm", "batch")
"""Words in the name of a column of numbers that count time."""
CYCLES = {"month": 12, "week": 52, "quarter": 4, "season": 4}
"""After the last number comes the first again."""
LABEL = re.compile(
    r"(19|20)\d\d[-/ .]?((0[1-9]|1[0-2])([-/ .]?(0[1-9]|[12]\d|3[01]))?|[QqWwHh]\d{1,2})$"
)
"""A text that names a month, a week or a day of a year: texts in order are dates in order."""
OTHER_TIMES = ("birth", "born")
"""Words in the name of a column whose times are not those of its rows."""


class Ends(NamedTuple):
    first: str
    last: str

    def __str__(self) -> str:
        return self.first if self.first == self.last else f"{self.first} to {self.last}"


def propose(case: Case) -> Iterator[Proposal]:
    """Dates, numbered months or years, texts such as '2025-02', all of them later or earlier."""
    column = case.column
    told = period(column)
    if told is None:
        return
    values = in_same_period(column) if column.dated else _placed(column)
    yield Proposal(told, values, 0.0, relations_open=True)


def period(column: ColumnPair) -> str | None:
    """In words; None where both tables are of one time."""
    if min(len(column.before), len(column.after)) == 0:
        return None
    if periods_differ(column):
        later = float(np.median(column.after)) > float(np.median(column.before))
        return _words(_dates(column.before), _dates(column.after), later)
    if column.kind is Kind.NUMERIC:
        return _numbered(column)
    return _labelled(column) if column.categorical else None


def _words(before: Ends | str, after: Ends | str, later: bool) -> str:
    return (
        f"later period: {after} after {before}"
        if later
        else f"earlier period: {after} before {before}"
    )


def _dates(instants: Vector) -> Ends:
    first, last = instant(float(instants[0])), instant(float(instants[-1]))
    covered = float(instants[-1] - instants[0]) / DAY
    for length, least in ((4, 300), (7, 20)):  # most of a year, most of a month
        if first[:length] == last[:length] and covered > least:
            return Ends(first[:length], first[:length])
    return Ends(first, last)


def _numbered(column: ColumnPair) -> str | None:
    """Whole numbers in a column whose name says what they count."""
    words = re.findall("[a-z]+", column.feature.lower())
    names = [word for word in words if word in NAMES and not {*words} & {*OTHER_TIMES}]
    (low, high), (lowest, highest) = column.ranges
    whole = all(float(end).is_integer() for end in (low, high, lowest, highest))
    if not names or not whole or not (lowest > high or highest < low):
        return None
    again = high == CYCLES.get(names[0]) and lowest == 1
    name, later = column.feature, lowest > high or again
    before, after = _count(low, high), _count(lowest, highest)
    return _words(before, f"{name} {after}", later)


def _count(low: float, high: float) -> Ends:
    # A year has no thousands separator.
    return Ends(*(number(end).replace(",", "") for end in (low, high)))


def _labelled(column: ColumnPair) -> str | None:
    before, after = (
        sorted(column.labels[int(code)] for code in np.unique(side))
        for side in (column.before, column.after)
    )
    if not all(LABEL.match(text) for text in (*before, *after)):
        return None
    later = after[0] > before[-1]
    if not later and not after[-1] < before[0]:
        return None
    return _words(Ends(before[0], before[-1]), Ends(after[0], after[-1]), later)


def _placed(column: ColumnPair) -> Vector:
    """The query's values, in the places that the reference's have."""
    place = ranks(column.reference) + 0.5
    known = ~np.isnan(place)
    if len(np.unique(column.before)) == 1:  # equal values have one place, but should get all
        place = np.where(known, np.arange(len(place)) / len(place), np.nan)
    spots = np.where(known, place * len(column.after), 0).astype(int)
    return np.where(known, column.after[np.minimum(spots, len(column.after) - 1)], np.nan)
