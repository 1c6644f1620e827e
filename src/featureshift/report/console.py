"""A localization on the terminal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from featureshift.localizers import Localization, Localizer
from featureshift.tables import Note
from featureshift.tables import Progress as ProgressCallback

SHOWN_FEATURES = 25
SHOWN_NOTES = 8
PATIENCE = 1.0
"""Seconds without a progress bar: what is quicker needs none."""


def print_localization(console: Console, result: Localization, *, title: str) -> None:
    """The verdict in a sentence, the shifted features, the notes."""
    n_shifted, n = int(result.shifted.sum()), len(result.features)
    verdict = (
        f"{n_shifted} of {n} features shifted" if n_shifted else f"none of {n} features shifted"
    )
    console.print(f"[bold]{escape(title)}[/bold]: {verdict}")
    if n_shifted:
        console.print(_feature_table(result))
    cut = "" if result.threshold is None else f", score above {result.threshold:g}"
    console.print(
        f"[dim]{result.method}{cut}; {result.rows_used.reference:,} reference rows, "
        f"{result.rows_used.query:,} query rows; {result.seconds:.2f} s[/dim]"
    )
    _print_notes(console, result.notes)


def _feature_table(result: Localization) -> Table:
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("shifted feature", overflow="fold")  # names that differ at the end only
    table.add_column("score", justify="right")
    scores = dict(zip(result.features, result.scores.tolist(), strict=True))
    names = result.shifted_features
    for name in names[:SHOWN_FEATURES]:
        table.add_row(escape(name), f"{scores[name]:.4g}")
    if len(names) > SHOWN_FEATURES:
        table.add_row(f"[dim]and {len(names) - SHOWN_FEATURES:,} more[/dim]", "")
    return table


def _print_notes(console: Console, notes: Sequence[Note]) -> None:
    for note in notes[:SHOWN_NOTES]:
        console.print(f"[yellow]note[/yellow] {escape(str(note))}", highlight=False)
    rest = Counter(note.code for note in notes[SHOWN_NOTES:])
    if rest:
        counts = ", ".join(f"{code}: {count:,}" for code, count in rest.most_common())
        console.print(f"[yellow]note[/yellow] and {sum(rest.values()):,} more ({counts})")


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
        "n_shifted every method does). extra: pip install 'featureshift\\[extra]'.[/dim]"
    )


@contextmanager
def progress_bar(console: Console, what: str) -> Iterator[ProgressCallback]:
    """A callback that shows a bar once the work has taken longer than PATIENCE."""
    started, bar = time.monotonic(), _bar(console)
    task = bar.add_task(what, total=1.0)

    def tell(share: float) -> None:
        if not bar.live.is_started and time.monotonic() - started > PATIENCE:
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
