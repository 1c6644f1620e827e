"""F1 of ``sm-threshold`` at many thresholds, mean and max reduction: one measurement a task.

Rows are means over the tasks of a data set, so that the file stays small and the mean over data
sets can still be taken.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from featureshift.bench.data import SIMULATED, dataset_of, pair_of
from featureshift.bench.task import Suite
from featureshift.corpus import Folder
from featureshift.methods.baselines.sm_threshold import REDUCTIONS, SMThreshold
from featureshift.simulate import score

THRESHOLDS = tuple(sorted({0.002, *(float(f"{t:.3g}") for t in np.geomspace(1e-6, 10, 43))}))
"""Six to a decade, and the one the paper found best."""
COLUMNS = ("dataset", "reduce", "threshold", "f1", "changed_f1", "n_tasks")


@dataclass(frozen=True)
class SweepRow:
    dataset: str
    reduce: str
    threshold: float
    f1: float
    changed_f1: float
    n_tasks: int


def sweep_dataset(
    suite: Suite,
    dataset: str,
    folder: Path | None,
    report: Callable[[], object] = lambda: None,
) -> list[SweepRow]:
    """All thresholds and both reductions on the tasks of one data set."""
    tasks = [task for task in suite.tasks if task.dataset == dataset]
    source = None if folder is None else Folder(folder)
    table = dataset_of(tasks[0], source)
    totals = {(r, t): np.zeros(2) for r in REDUCTIONS for t in THRESHOLDS}
    for task in tasks:
        if dataset in SIMULATED:  # drawn anew for each task
            table = dataset_of(task, source)
        pair = pair_of(task, table, task.rows)
        for reduce in REDUCTIONS:
            result = SMThreshold(reduce=reduce).localize(pair.reference, pair.query)
            for threshold in THRESHOLDS:
                flagged = result.scores > threshold
                totals[reduce, threshold] += (
                    score(pair.shifted, flagged).f1,
                    score(pair.changed, flagged).f1,
                )
        report()
    return [
        SweepRow(dataset, reduce, threshold, f1, changed_f1, len(tasks))
        for (reduce, threshold), (f1, changed_f1) in (
            (key, (total / len(tasks)).tolist()) for key, total in totals.items()
        )
    ]


def write_sweep(path: Path, rows: Sequence[SweepRow]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            scores = f"{row.f1:.4f}", f"{row.changed_f1:.4f}"
            writer.writerow([row.dataset, row.reduce, f"{row.threshold:g}", *scores, row.n_tasks])


def read_sweep(path: Path) -> list[SweepRow]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            SweepRow(
                cells["dataset"],
                cells["reduce"],
                float(cells["threshold"]),
                float(cells["f1"]),
                float(cells["changed_f1"]),
                int(cells["n_tasks"]),
            )
            for cells in csv.DictReader(file)
        ]


def best(rows: Sequence[SweepRow], reduce: str) -> tuple[float, float]:
    """The threshold with the highest mean F1 over data sets, and that F1."""
    means = {
        threshold: float(
            np.mean([r.f1 for r in rows if r.reduce == reduce and r.threshold == threshold])
        )
        for threshold in {row.threshold for row in rows}
    }
    winner = max(means, key=lambda threshold: means[threshold])
    return winner, means[winner]
