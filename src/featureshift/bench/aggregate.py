"""From result rows to the numbers of a table.

The paper's order of averaging: F1 per task, mean over the tasks of a data set, then mean (or
median) over data sets, so that no data set counts more for having more tasks.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from featureshift.bench.rows import OK, Row
from featureshift.bench.task import Task
from featureshift.errors import UnknownNameError

BASELINE = "sm-threshold"
"""FSL-Net without its network: a part of the paper's ablation, not one of the methods it compares,
so it does not say how low a method may score that did not finish."""
RESAMPLES = 2000
LEVEL = 0.95

METRICS: dict[str, Callable[[Row], float]] = {
    "f1": lambda row: row.f1,
    "changed_f1": lambda row: row.changed_f1,
    "precision": lambda row: row.precision,
    "recall": lambda row: row.recall,
    "auroc": lambda row: row.auroc,
}

GROUPINGS: dict[str, Callable[[Task], str]] = {
    "all": lambda _: "all",
    "dataset": lambda task: task.dataset,
    "manipulation": lambda task: task.manipulation,
    "fraction": lambda task: f"{task.fraction:.2f}",
}


@dataclass(frozen=True)
class Summary:
    """One method on one group of tasks."""

    method: str
    group: str
    mean: float
    low: float
    """Bounds of the bootstrap interval of the mean, tasks resampled within data sets."""
    high: float
    median: float
    """Median over data sets."""
    n_tasks: int
    unfinished: int
    seconds_mean: float
    seconds_max: float


@dataclass(frozen=True)
class Comparison:
    """Two methods on the tasks both have results for; differences are first minus second."""

    first: str
    second: str
    n_tasks: int
    difference: float
    low: float
    high: float
    wins: int
    ties: int
    losses: int
    p_value: float
    """Wilcoxon signed-rank; NaN where all differences are 0."""


def impute(rows: Sequence[Row]) -> list[Row]:
    """The paper's rule: an unfinished cell gets the lowest score of the competing methods that
    finished the same task (0 if none did) and the time limit as its runtime.
    """
    finished: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.status == OK and row.method != BASELINE:
            finished[row.task].append(row)

    def lowest(task: str, metric: str) -> float:
        scores = [METRICS[metric](row) for row in finished[task]]
        return min((score for score in scores if not math.isnan(score)), default=0.0)

    def filled(row: Row) -> Row:
        if row.status == OK:
            return row
        scores = {metric: lowest(row.task, metric) for metric in METRICS}
        return replace(row, seconds=row.time_limit, **scores)  # type: ignore[arg-type]

    return [filled(row) for row in rows]


def summarize(
    rows: Sequence[Row],
    *,
    by: str = "all",
    metric: str = "f1",
    methods: Container[str] | None = None,
) -> list[Summary]:
    """Summaries per method and group, best method first, groups in alphabetical order.

    ``methods`` says which to show; unfinished cells are filled from all rows all the same.
    """
    if by not in GROUPINGS:
        raise UnknownNameError("grouping", by, GROUPINGS)
    if metric not in METRICS:
        raise UnknownNameError("metric", metric, METRICS)
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in impute(rows):
        if methods is not None and row.method not in methods:
            continue
        groups[row.method, GROUPINGS[by](Task.from_id(row.task))].append(row)
    summaries = [_summary(method, group, part, metric) for (method, group), part in groups.items()]
    overall = defaultdict(float, {s.method: s.mean for s in summaries if by == "all"})
    return sorted(summaries, key=lambda s: (s.group, -overall[s.method], -s.mean, s.method))


def _summary(method: str, group: str, rows: Sequence[Row], metric: str) -> Summary:
    per_dataset = _by_dataset(rows, METRICS[metric])
    means = [float(np.mean(scores)) for scores in per_dataset]
    low, high = bootstrap_interval(per_dataset)
    timed = [row.seconds for row in rows if row.exclusive or row.status != OK]
    return Summary(
        method=method,
        group=group,
        mean=float(np.mean(means)) if means else math.nan,
        low=low,
        high=high,
        median=float(np.median(means)) if means else math.nan,
        n_tasks=len(rows),
        unfinished=sum(row.status != OK for row in rows),
        seconds_mean=float(np.mean(timed)) if timed else math.nan,
        seconds_max=max(timed, default=math.nan),
    )


def bootstrap_interval(strata: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Interval of the mean of stratum means, each stratum resampled within itself."""
    if not strata:
        return math.nan, math.nan
    rng = np.random.default_rng(0)
    resampled = [
        np.asarray(scores)[rng.integers(0, len(scores), (RESAMPLES, len(scores)))].mean(axis=1)
        for scores in strata
    ]
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(np.mean(resampled, axis=0), [tail, 1 - tail])
    return float(low), float(high)


def compare(rows: Sequence[Row], first: str, second: str, *, metric: str = "f1") -> Comparison:
    """Paired comparison over the tasks that both methods ran."""
    from scipy.stats import wilcoxon

    if metric not in METRICS:
        raise UnknownNameError("metric", metric, METRICS)
    scores: dict[str, dict[str, float]] = {first: {}, second: {}}
    for row in impute(rows):
        score = METRICS[metric](row)
        if row.method in scores and not math.isnan(score):
            scores[row.method][row.task] = score
    for method, found in scores.items():
        if not found:
            raise UnknownNameError("method with results", method, {row.method for row in rows})
    common = sorted(scores[first].keys() & scores[second].keys())
    gaps = {task: scores[first][task] - scores[second][task] for task in common}
    strata = _strata((Task.from_id(task).dataset, gap) for task, gap in gaps.items())
    values = np.array(list(gaps.values()))
    low, high = bootstrap_interval(strata)
    return Comparison(
        first=first,
        second=second,
        n_tasks=len(common),
        difference=float(np.mean([np.mean(part) for part in strata])) if strata else math.nan,
        low=low,
        high=high,
        wins=int((values > 0).sum()),
        ties=int((values == 0).sum()),
        losses=int((values < 0).sum()),
        p_value=float(wilcoxon(values).pvalue) if (values != 0).any() else math.nan,
    )


def _by_dataset(rows: Iterable[Row], metric: Callable[[Row], float]) -> list[list[float]]:
    pairs = ((Task.from_id(row.task).dataset, metric(row)) for row in rows)
    return _strata((name, value) for name, value in pairs if not math.isnan(value))


def _strata(pairs: Iterable[tuple[str, float]]) -> list[list[float]]:
    strata: dict[str, list[float]] = defaultdict(list)
    for name, value in pairs:
        strata[name].append(value)
    return list(strata.values())
