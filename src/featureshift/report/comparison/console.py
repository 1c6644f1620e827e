"""A comparison of several sources on the terminal."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from featureshift.comparing.comparison import Comparison
from featureshift.report.comparison.data import ComparisonData, SourceLine, comparison_data
from featureshift.report.console import print_note
from featureshift.report.numbers import effect
from featureshift.report.plain import WIDTH
from featureshift.report.visible import visible
from featureshift.report.words import joined, what_happened

SHOWN_SOURCES = 40
SHOWN_COLUMNS = 8
"""Of each source."""
LONGEST_NAME = 80


def comparison_text(comparison: Comparison) -> str:
    """What the command line prints."""
    page = StringIO()
    data = comparison_data(comparison)
    print_comparison_report(Console(file=page, width=WIDTH, color_system=None), data)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())


def print_comparison_report(console: Console, data: ComparisonData) -> None:
    """The verdict, then each odd source with its shifted columns, then what was not compared."""
    comparison = data.comparison
    by = "" if comparison.by is None else f"{escape(visible(comparison.by))}: "
    console.print(f"[bold]{by}{data.verdict}[/bold]", highlight=False)
    if data.odd:
        console.print(_table(data))
    ordinary = [line for line in data.sources if not line.is_odd]
    if ordinary and data.odd:
        names = visible(joined([line.name for line in ordinary]), 1000)
        console.print(f"nothing odd: {escape(names)}", highlight=False)
    method = next(iter(comparison.results.values())).method
    rows = sum(line.rows for line in data.sources)
    how = f"{method}, each against {_others(comparison)}; {rows:,} rows; {comparison.seconds:.2f} s"
    console.print(f"[dim]{escape(how)}[/dim]", highlight=False, soft_wrap=True)
    if data.caveat:
        print_note(console, data.caveat)
    for name, why in comparison.left_out.items():
        print_note(console, f"{name}: {why}")


def _others(comparison: Comparison) -> str:
    n = len(comparison.pool)
    return "the rest" if n == len(comparison) else f"the pool of {n:,} that are not odd"


def _table(data: ComparisonData) -> Table:
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("group" if data.comparison.by else "source", overflow="fold")
    table.add_column("shifted column", overflow="fold")
    table.add_column("effect", justify="right")
    table.add_column("what happened", overflow="fold")
    for line in data.odd[:SHOWN_SOURCES]:
        for number, cells in enumerate(_lines(line)):
            table.add_row(escape(visible(line.name, LONGEST_NAME)) if number == 0 else "", *cells)
    more = len(data.odd) - SHOWN_SOURCES
    if more > 0:
        table.add_row(f"[dim]and {more:,} more[/dim]")
    return table


def _lines(line: SourceLine) -> list[tuple[str, str, str]]:
    """Column, effect, what happened; what broke in the schema first."""
    data = line.data
    if data is None:
        return []
    found = [
        (_shown(change.column or ""), "", escape(visible(change.message, 300)))
        for change in data.schema.changes
        if change.breaks
    ]
    found += [
        (
            _shown(joined(column.together)),
            effect(data.effect_of[column.feature]),
            escape(visible(what_happened(column), 300)),
        )
        for column in data.explained
    ]
    found += [(_shown(name), effect(data.effect_of[name]), "") for name in data.unexplained]
    more = len(found) - SHOWN_COLUMNS
    return (
        [*found[:SHOWN_COLUMNS], (f"[dim]and {more:,} more[/dim]", "", "")] if more > 0 else found
    )


def _shown(name: str) -> str:
    return escape(visible(name, LONGEST_NAME)) if name else ""
