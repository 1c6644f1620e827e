"""Do probabilities mean what they say? Scores of a method in bins, beside the truth.

Result rows keep no scores of single features, so this is measured apart. A file holds counts for
each data set, so that it stays small and bins of many data sets can be added up.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import get_type_hints

import numpy as np
from numpy.typing import NDArray

from benchmarks.publish.wilson import wilson
from featureshift.bench.data import SIMULATED, dataset_of, pair_of
from featureshift.bench.task import Suite
from featureshift.corpus import Folder
from featureshift.errors import OptionError
from featureshift.methods.base import Localizer

BINS = 10


@dataclass(frozen=True)
class ReliabilityRow:
    """The features of one data set whose scores fall into one bin."""

    method: str
    suite: str
    dataset: str
    bin: int
    """From 0; a bin is a tenth wide and closed on the left, the last on both sides."""
    features: int
    changed: int
    """Those whose values the manipulation really changed."""
    score_sum: float


@dataclass(frozen=True)
class Bin:
    """A point of the diagram."""

    features: int
    score: float
    """Mean of what was said."""
    share: float
    """Of what was so."""

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, 95 %."""
        return wilson(self.share, self.features)


COLUMNS = tuple(field.name for field in fields(ReliabilityRow))
_TYPES = get_type_hints(ReliabilityRow)


def reliability_of(
    localizer: Localizer,
    suite: Suite,
    dataset: str,
    folder: Path | None,
    report: Callable[[], object] = lambda: None,
) -> list[ReliabilityRow]:
    """The bins of one data set, over all its tasks in the suite."""
    tasks = [task for task in suite.tasks if task.dataset == dataset]
    source = None if folder is None else Folder(folder)
    table = dataset_of(tasks[0], source)
    totals = np.zeros((3, BINS))
    for task in tasks:
        if dataset in SIMULATED:  # drawn anew for each task
            table = dataset_of(task, source)
        width = task.columns or table.n_features
        rows = suite.slow_cap.rows_for(task, width, slow=localizer.info.slow)
        pair = pair_of(task, table, rows)
        found = localizer.localize(pair.reference, pair.query, seed=task.seed)
        totals += _binned(found.scores, pair.changed, localizer.info.name)
        report()
    return [
        ReliabilityRow(localizer.info.name, suite.name, dataset, k, int(n), int(changed), total)
        for k, (n, changed, total) in enumerate(totals.T.tolist())
    ]


def _binned(
    scores: NDArray[np.float64], changed: NDArray[np.bool_], method: str
) -> NDArray[np.float64]:
    """Features, changed features and the sum of scores of each bin, [3, bins]."""
    if scores.min(initial=0) < 0 or scores.max(initial=1) > 1:
        raise OptionError(
            f"the scores of {method} are no probabilities",
            expected="from 0 to 1",
            found=f"{scores.min():g} to {scores.max():g}",
        )
    place = np.minimum((scores * BINS).astype(int), BINS - 1)
    weights = np.ones_like(scores), changed.astype(float), scores
    return np.array([np.bincount(place, weight, minlength=BINS) for weight in weights])


def pooled(rows: Iterable[ReliabilityRow]) -> list[Bin]:
    """Bins of all the rows together, without empty ones."""
    totals = np.zeros((3, BINS))
    for row in rows:
        totals[:, row.bin] += row.features, row.changed, row.score_sum
    return [Bin(int(n), total / n, changed / n) for n, changed, total in totals.T.tolist() if n]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Mean distance of what was said from what was so, weighted by features."""
    features = sum(each.features for each in bins)
    return sum(each.features * abs(each.score - each.share) for each in bins) / features


def write_reliability(path: Path, rows: Iterable[ReliabilityRow]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            *cells, total = astuple(row)
            writer.writerow([*cells, f"{total:.6g}"])


def read_reliability(path: Path) -> list[ReliabilityRow]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            ReliabilityRow(**{name: _TYPES[name](cells[name]) for name in COLUMNS})
            for cells in csv.DictReader(file)
        ]
