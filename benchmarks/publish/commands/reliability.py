"""Measure whether probabilities are calibrated."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rich.console import Console

from benchmarks.publish.commands.options import RESULTS, Tasks
from featureshift.bench.console import progress_bar


def reliability(
    suite: str,
    /,
    *,
    method: str = "graphnet",
    data: Path | None = None,
    out: Path = RESULTS / "reliability",
    tasks: Tasks = None,
) -> int:
    """Count how often features with a probability are really shifted.

    Parameters
    ----------
    suite
        The tasks to measure on.
    method
        One whose scores are probabilities.
    data
        Directory of tables with a MANIFEST.csv.
    out
        Directory of the file to write; data sets that it holds already are not measured again.
    """
    from benchmarks.publish.reliability import (
        calibration_error,
        pooled,
        read_reliability,
        reliability_of,
        write_reliability,
    )
    from featureshift.bench.cell import localizer_named
    from featureshift.bench.task import find_suite

    chosen, localizer = find_suite(suite, tasks), localizer_named(method)
    path = out / f"{localizer.info.name}.csv"
    out.mkdir(parents=True, exist_ok=True)
    rows = read_reliability(path) if path.exists() else []
    done = {row.dataset for row in rows if row.suite == suite}
    for name in dict.fromkeys(task.dataset for task in chosen.tasks if task.dataset not in done):
        with progress_bar(Console(stderr=True)) as progress:
            bar = progress.add_task(name, total=sum(t.dataset == name for t in chosen.tasks))
            advance = partial(progress.advance, bar)
            rows += reliability_of(localizer, chosen, name, data, advance)
        write_reliability(path, rows)
    error = calibration_error(pooled(row for row in rows if row.suite == suite))
    Console().print(f"{localizer.info.name}: mean calibration error {error:.4f}")
    return 0
