"""Measure sm-threshold at many thresholds."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rich.console import Console

from benchmarks.publish.commands.options import RESULTS, Tasks
from featureshift.bench.console import progress_bar


def sweep(
    suite: str = "local",
    /,
    *,
    data: Path | None = None,
    out: Path = RESULTS / "sweep" / "sm-threshold.csv",
    tasks: Tasks = None,
) -> int:
    """F1 of sm-threshold at many thresholds, mean and max reduction.

    Parameters
    ----------
    suite
        The tasks to measure on.
    data
        Directory of tables with a MANIFEST.csv.
    out
        The file to write; data sets that it holds already are not measured again.
    """
    from benchmarks.publish.sweep import best, read_sweep, sweep_dataset, write_sweep
    from featureshift.bench.task import find_suite

    chosen = find_suite(suite, tasks)
    out.parent.mkdir(parents=True, exist_ok=True)
    rows = read_sweep(out) if out.exists() else []
    missing = dict.fromkeys(task.dataset for task in chosen.tasks)
    for name in [name for name in missing if name not in {row.dataset for row in rows}]:
        with progress_bar(Console(stderr=True)) as progress:
            bar = progress.add_task(name, total=sum(t.dataset == name for t in chosen.tasks))
            rows += sweep_dataset(chosen, name, data, partial(progress.advance, bar))
        write_sweep(out, rows)
    console = Console(markup=False, highlight=False, soft_wrap=True)
    for reduce in ("mean", "max"):
        threshold, f1 = best(rows, reduce)
        console.print(f"{reduce}: best mean F1 {f1:.3f} at threshold {threshold:g}")
    return 0
