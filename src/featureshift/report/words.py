"""The words of the report for what an explanation says in codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from featureshift.explain import Change, ColumnExplanation
from featureshift.explain.words import percent
from featureshift.report.dates import instant
from featureshift.report.numbers import before_after, relation

KIND_WORDS = {
    "marginal": "marginal shift",
    "joint": "joint shift",
    "both": "marginal and joint shift",
    "missingness": "missing cells",
    "schema": "type changed",
    "unclear": "nature unclear",
}
"""By the kinds of ``featureshift.explain``."""

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
    edges = column.chart.edges if dated else ()
    for change in column.changes[:most]:
        yield Line(change.name, None, *_texts(change, edges))


def changed_relations(column: ColumnExplanation, most: int) -> Iterator[Line]:
    """Those that a reader would call changed; the others say nothing about the column."""
    told = [p for p in column.partners if abs(p.reference - p.query) >= LEAST_CHANGE]
    for partner in told[:most]:
        texts = relation(partner.reference), relation(partner.query)
        yield Line(f"{partner.measure} with", partner.feature, *texts)


def _texts(change: Change, instants: Sequence[float]) -> tuple[str, str]:
    """A number near the instants of a chart is one of them; a spread or a count is not."""
    if change.share:
        return percent(change.reference), percent(change.query)
    if instants:
        span = instants[-1] - instants[0]
        low, high = instants[0] - span, instants[-1] + span
        if low <= change.reference <= high and low <= change.query <= high:
            return instant(change.reference, span), instant(change.query, span)
    return before_after(change.reference, change.query)
