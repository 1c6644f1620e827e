"""Results and explanations as plain text, for ``print``."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from rich.console import Console

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.report.console import print_report
from featureshift.report.gather import each_event_once, report_data
from featureshift.report.visible import visible
from featureshift.report.words import (
    KIND_WORDS,
    changed_numbers,
    changed_relations,
    confidence_of,
    joined,
    what_happened,
)
from featureshift.result import Localization

WIDTH = 100
MOST_LINES = 4
"""Of numbers, and of relations, for each column."""


def result_text(result: Localization) -> str:
    """What the command line prints."""
    page = StringIO()
    print_report(Console(file=page, width=WIDTH, color_system=None), report_data(result))
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())


def explanation_text(explanation: Explanation) -> str:
    """What is true of all rows, then of each column what happened and the numbers that show it."""
    told = explanation.population
    lines = [] if told is None else [visible(told.words, 1000)]
    lines += [line for column in each_event_once(explanation.columns) for line in _column(column)]
    lines += [
        f"{visible(name)}: {visible(d.words, 300)}" for name, d in explanation.retyped.items()
    ]
    if explanation.not_explained:
        lines.append(f"not looked at: {visible(joined(explanation.not_explained), 1000)}")
    return "\n".join(lines) or "No column is shifted: there is nothing to explain."


def _column(column: ColumnExplanation) -> Iterator[str]:
    yield f"{visible(joined(column.together), 300)}: {visible(what_happened(column), 300)}"
    sure = confidence_of(column)
    known = sure if column.passenger_of else f"{sure} confidence"
    yield f"    {KIND_WORDS[column.kind]}, {known}"
    lines = [*changed_numbers(column, MOST_LINES), *changed_relations(column, MOST_LINES)]
    names = [visible(f"{line.what} {line.partner or ''}".strip()) for line in lines]
    wide = max(map(len, names), default=0)
    for name, line in zip(names, lines, strict=True):
        yield f"    {name:{wide}}  {line.reference} -> {line.query}"
