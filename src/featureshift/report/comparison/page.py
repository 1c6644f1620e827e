"""Several sources on one page: who is odd in which columns, and the evidence on the odd ones.

Escaping, policy, style and cards are those of the report on two tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from featureshift.report.comparison.data import ComparisonData, SourceLine
from featureshift.report.page import asset, environment, policy

MOST_CARDS = 60
"""On the page."""
CARDS_OF_A_SOURCE = 10
OPEN_CARDS = 4


class Section(NamedTuple):
    """The evidence on one source."""

    line: SourceLine
    number: int
    cards: Markup
    more: int
    """Shifted columns without a card."""


def render_page(data: ComparisonData) -> str:
    """The whole file."""
    style, script = asset("report.css") + asset("comparison.css"), asset("report.js")
    return (
        environment()
        .get_template("comparison.html")
        .render(
            data=data,
            sections=list(_sections(data)),
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script),
        )
    )


def _sections(data: ComparisonData) -> Iterator[Section]:
    template, shown = environment().get_template("cards.html"), 0
    for number, line in enumerate(data.odd, 1):
        if line.data is None:
            continue
        cards = line.data.explained[: min(CARDS_OF_A_SOURCE, MOST_CARDS - shown)]
        text = template.render(data=line.data, cards=cards, before=shown, open_cards=OPEN_CARDS)
        shown += len(cards)
        told = sum(len(column.together) for column in cards)
        yield Section(line, number, Markup(text), line.data.n_shifted - told)
