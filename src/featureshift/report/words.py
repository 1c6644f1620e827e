"""The words of the report for what an explanation says in codes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from featureshift.explain import Change, ColumnExplanation
from featureshift.explain.next_steps import NEXT_STEPS
from featureshift.explain.words import duration, percent, time_of_day
from featureshift.report.dates import instant
from featureshift.report.numbers import before_after, relation

KIND_WORDS = {
    "marginal": "its values changed",
    "joint": "its relation to other columns changed",
    "both": "its values and its relation to other columns changed",
    "missingness": "other cells are missing",
    "schema": "its type changed",
    "population": "the table holds other rows",
    "unclear": "changed, how is unclear",
}
"""By the kinds of ``featureshift.explain``."""

PHRASES: dict[str, Callable[[float], str]] = {
    "duration": duration,
    "time of day": time_of_day,
    "count": lambda number: f"{number:,.0f}",
}
"""How a number is shown, by its unit."""
LEAST_CHANGE = 0.05
"""Of a correlation or association."""
MOST_NAMES = 12
"""Of columns that moved together."""
CONFIDENCE_DOTS = {"high": "●●●", "medium": "●●○", "low": "●○○"}


def sentence(text: str) -> str:
    """With a capital letter and a full stop.

    >>> sentence("values are doubled")
    'Values are doubled.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


def lower_first(text: str) -> str:
    """As the rest of a sentence.

    >>> lower_first("No shift found")
    'no shift found'
    """
    return text[:1].lower() + text[1:]


def joined(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Columns that are told of together.

    >>> joined(["a"]), joined(["a", "b", "c", "d"], most=3)
    ('a', 'a, b, c and 1 more')
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def how_many(columns: Sequence[ColumnExplanation]) -> int:
    """Columns that so many explanations are about."""
    return sum(len(column.together) for column in columns)


def what_happened(column: ColumnExplanation) -> str:
    """The likeliest diagnosis, and in which rows; of a passenger, whom it follows."""
    return column.what_happened


def what_next(column: ColumnExplanation) -> str:
    """What a person would do about it; of a passenger, with whom to begin.

    A diagnosis of a newer version, out of a file, may have a code that is not known here.
    """
    if column.passenger_of:
        return f"Begin with {', '.join(column.passenger_of)}: this column may be sound."
    return NEXT_STEPS.get(column.diagnoses[0].code, NEXT_STEPS["unclear"])


def confidence_of(column: ColumnExplanation) -> str:
    """In words; a passenger has been explained by its culprit."""
    return "passenger" if column.passenger_of else column.diagnoses[0].confidence


class Line(NamedTuple):
    """One line of evidence, formatted."""

    what: str
    partner: str | None
    """The other column, where the line is about a relation."""
    reference: str
    query: str


def changed_numbers(column: ColumnExplanation, most: int, *, dated: bool = False) -> Iterator[Line]:
    """Of a column of dates (``dated``), instants are as exact as the chart.

    What reads the same on both sides is left out: nobody would call it changed.
    """
    edges = column.chart.edges if dated else ()
    for change in column.changes[:most]:
        texts = _texts(change, edges)
        if texts[0] != texts[1]:
            yield Line(change.name, None, *texts)


def changed_relations(column: ColumnExplanation, most: int) -> Iterator[Line]:
    """Those that a reader would call changed; the others say nothing about the column."""
    told = [p for p in column.partners if abs(p.reference - p.query) >= LEAST_CHANGE]
    for partner in told[:most]:
        texts = relation(partner.reference), relation(partner.query)
        yield Line(f"{partner.measure} with", partner.feature, *texts)


def _texts(change: Change, edges: Sequence[float]) -> tuple[str, str]:
    """Both numbers as what they are; an instant as exact as the chart needs it."""
    numbers = change.reference, change.query
    if change.share:
        return percent(numbers[0]), percent(numbers[1])
    if change.unit == "instant":
        span = edges[-1] - edges[0] if edges else 0.0
        return instant(numbers[0], span), instant(numbers[1], span)
    if change.unit in PHRASES and all(map(math.isfinite, numbers)):
        phrase = PHRASES[change.unit]
        return phrase(numbers[0]), phrase(numbers[1])
    return before_after(*numbers)
