"""A run of the benchmark as the console shows it: what is to do, a bar, failures, a count."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from featureshift.bench import runner
from featureshift.bench.rows import OK, Row


def run_on_console(
    title: str, planned: runner.Plan, out: Path, limits: runner.Limits, *, jobs: int = 1
) -> None:
    """``runner.run``, with its progress on standard error."""
    console = Console(stderr=True)
    console.print(f"{title}: {len(planned.todo)} cells to run, {planned.done} done before")
    if planned.absent:
        console.print(f"[yellow]absent[/yellow] {', '.join(planned.absent)}")
    finished: Counter[str] = Counter()
    with progress_bar(console) as progress:
        bar = progress.add_task(title, total=len(planned.todo))

        def report(row: Row) -> None:
            finished[row.status] += 1
            progress.update(bar, advance=1, description=f"{row.method} {row.task}")
            if row.status != OK:
                line = f"{row.status} {row.method} {row.task}: {row.reason}"
                progress.console.print(line, markup=False, highlight=False)

        runner.run(planned, out, limits, jobs=jobs, report=report)
    console.print(", ".join(f"{status}: {n}" for status, n in finished.items()) or "nothing to do")


def progress_bar(console: Console) -> Progress:
    """Descriptions are shown as they are: names of tables are no markup."""
    parts = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn()
    return Progress(*parts, TimeRemainingColumn(), console=console)
