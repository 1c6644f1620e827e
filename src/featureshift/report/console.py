"""A localization on the terminal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from featureshift.methods.base import Localizer
from featureshift.report.data import ReportData
from featureshift.report.numbers import effect, number
from featureshift.report.visible import visible
from featureshift.report.words import confidence_of, how_many, joined, what_happened
from featureshift.result import Localization
from featureshift.tables import Note
from featureshift.tables import Progress as ProgressCallback
from featureshift.tables.schema import SchemaVerdict

if TYPE_CHECKING:
    from featureshift.repair import Repaired

SHOWN_COLUMNS = 25
SHOWN_CHANGES = 25
SHOWN_NOTES = 8
LONGEST_NAME = 300
PATIENCE = 1.0
"""Seconds without a progress bar: what is quicker needs none."""


def print_report(console: Console, data: ReportData) -> None:
    """The verdict in a sentence, the schema, the shifted columns with what happened, the notes."""
    verdict = f"[bold]{escape(visible(data.title))}[/bold]: {data.verdict}"
    console.print(verdict, highlight=False)
    _print_schema(console, data.schema)
    if data.population:
        console.print(escape(visible(data.population, 1000)), highlight=False)
    if data.n_shifted:
        console.print(_shifted_table(data))
    console.print(f"[dim]{escape(data.how)}[/dim]", highlight=False, soft_wrap=True)
    if data.no_evidence:
        print_note(console, f"no evidence: {data.no_evidence}")
    for said in (*data.about_rows, *(() if data.n_shifted else data.caveats)):
        print_note(console, said)
    _print_notes(console, data.notes)


def _print_schema(console: Console, schema: SchemaVerdict) -> None:
    for change in schema.changes[:SHOWN_CHANGES]:
        color = "red" if change.breaks else "yellow"
        said = escape(visible(str(change), 1000))
        console.print(f"[{color}]schema[/{color}] {said}", highlight=False)
    more = len(schema.changes) - SHOWN_CHANGES
    if more > 0:
        console.print(f"[dim]schema and {more:,} more changes[/dim]", highlight=False)


def _shifted_table(data: ReportData) -> Table:
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("shifted column", overflow="fold")  # names that differ at the end only
    table.add_column(data.score_name, justify="right")
    table.add_column("effect", justify="right")
    if data.explained:
        table.add_column("what happened", overflow="fold")
    for name, score, size, what in _shifted(data):
        shown = escape(visible(name, LONGEST_NAME))
        table.add_row(shown, number(score), effect(size), *what)
    more = data.n_shifted - how_many(data.explained[:SHOWN_COLUMNS]) - len(_unexplained(data))
    if more:
        table.add_row(f"[dim]and {more:,} more[/dim]", "")
    return table


def _shifted(data: ReportData) -> Iterator[tuple[str, float | None, float | None, list[str]]]:
    """Name, score, effect, and what happened where that is known; at most SHOWN_COLUMNS."""
    for column in data.explained[:SHOWN_COLUMNS]:
        sure = "" if column.passenger_of else f" [dim]({confidence_of(column)} confidence)[/dim]"
        said = escape(visible(what_happened(column), 300))
        size = data.effect_of[column.feature]
        yield joined(column.together), column.score, size, [f"{said}{sure}"]
    scores = dict(zip(data.columns.names, data.columns.scores, strict=True))
    for name in _unexplained(data):
        yield name, scores[name], data.effect_of[name], []


def _unexplained(data: ReportData) -> tuple[str, ...]:
    return data.unexplained[: max(0, SHOWN_COLUMNS - len(data.explained))]


def _print_notes(console: Console, notes: Sequence[Note]) -> None:
    for note in notes[:SHOWN_NOTES]:
        print_note(console, str(note))
    rest = Counter(note.code for note in notes[SHOWN_NOTES:])
    if rest:
        counts = ", ".join(f"{code}: {count:,}" for code, count in rest.most_common())
        console.print(f"[yellow]note[/yellow] and {sum(rest.values()):,} more ({counts})")


def print_note(console: Console, text: str) -> None:
    """One line that begins with the word."""
    console.print(f"[yellow]note[/yellow] {escape(visible(text, 1000))}", highlight=False)


def print_repair(console: Console, repaired: Repaired, name: str) -> None:
    """What was done to a table that was written under this name, and what was left."""
    console.print(f"[bold]{escape(visible(name))}[/bold]: repaired", highlight=False)
    for line in str(repaired).splitlines():
        console.print(f"  {escape(visible(line, 1000))}", highlight=False)


def print_truth(console: Console, result: Localization, wrong: Mapping[str, str]) -> None:
    """The answer beside the truth, where the truth is known."""
    found = set(result.shifted_features)
    table = Table("", "truly shifted", "what happened to it", header_style="bold", box=None)
    for name, what in wrong.items():
        mark = "[green]found[/green]" if name in found else "[red]missed[/red]"
        table.add_row(mark, escape(name), escape(what))
    for name in sorted(found - set(wrong)):
        table.add_row("[red]false[/red]", escape(name), "nothing: a false alarm")
    console.print()
    console.print(table)


def print_comparison(
    console: Console, results: Sequence[Localization], wrong: Mapping[str, str]
) -> None:
    """What each of several methods made of the same tables, where the truth is known."""
    table = Table("the same tables, by", "found", "missed", "false", "seconds", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for result in results:
        found = set(result.shifted_features)
        hits = len(found & set(wrong))
        counts = hits, len(wrong) - hits, len(found) - hits
        table.add_row(escape(result.method), *map(str, counts), f"{result.seconds:.2f}")
    console.print()
    console.print(table)


def print_methods(console: Console, methods: dict[str, type[Localizer]]) -> None:
    """What each method does, needs and costs."""
    table = Table(header_style="bold", box=None, padding=(0, 2, 0, 0))
    for heading in ("name", "joint", "count", "extra", "cost", "paper"):
        table.add_column(heading, overflow="fold")
    for name, method in methods.items():
        info = method.info
        joint = "yes" if info.finds_joint_shifts else "no"
        count = "given" if info.needs_n_shifted else "own"
        table.add_row(name, joint, count, info.extra or "-", info.cost, info.paper)
    console.print(table)
    console.print(
        "[dim]joint: finds shifts that leave a column's own distribution unchanged. count: the "
        "benchmark gives it the true number of shifted columns, or it decides by itself (without "
        "n_shifted every method does). extra: what to install besides, as in "
        "pip install '.\\[methods]'.[/dim]"
    )


@contextmanager
def progress_bar(console: Console, what: str) -> Iterator[ProgressCallback]:
    """A callback that shows a bar once the work has taken longer than PATIENCE, on a terminal."""
    started, bar = time.monotonic(), _bar(console)
    task = bar.add_task(what, total=1.0)

    def tell(share: float) -> None:
        late = time.monotonic() - started > PATIENCE
        if late and console.is_terminal and not bar.live.is_started:
            bar.start()
        bar.update(task, completed=share)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def _bar(console: Console) -> Progress:
    parts = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    return Progress(*parts, TimeRemainingColumn(), console=console, transient=True)
