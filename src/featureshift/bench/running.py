"""A run as the console shows it: what is to do, a bar, what failed, and the count at the end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Console

from featureshift.bench import runner
from featureshift.bench.progress import progress_on
from featureshift.bench.rows import OK, Row


def run_shown(
    title: str, planned: runner.Plan, out: Path, limits: runner.Limits, *, jobs: int = 1
) -> None:
    """``runner.run``, told on standard error."""
    console = Console(stderr=True)
    console.print(f"{title}: {len(planned.todo)} cells to run, {planned.done} done before")
    if planned.absent:
        console.print(f"[yellow]absent[/yellow] {', '.join(planned.absent)}")
    finished: Counter[str] = Counter()
    with progress_on(console) as progress:
        bar = progress.add_task(title, total=len(planned.todo))

        def report(row: Row) -> None:
            finished[row.status] += 1
            progress.update(bar, advance=1, description=f"{row.method} {row.task}")
            if row.status != OK:
                line = f"{row.status} {row.method} {row.task}: {row.reason}"
                progress.console.print(line, markup=False, highlight=False)

        runner.run(planned, out, limits, jobs=jobs, report=report)
    console.print(", ".join(f"{status}: {n}" for status, n in finished.items()) or "nothing to do")
