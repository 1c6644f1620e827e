"""A method on a data set in three numbers, and many data sets in one.

The paper's order: F1 and runtime are averaged over manipulations and fractions first, then the
mean or the median over data sets is taken.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.publish.comparable_rows import ComparableRows
from featureshift.bench.aggregate import METRICS
from featureshift.bench.rows import OK, Row
from featureshift.bench.task import Task

Center = Callable[[Sequence[float]], float]
CENTERS: dict[str, Center] = {
    "mean": lambda values: float(np.mean(values)),
    "median": lambda values: float(np.median(values)),
}


@dataclass(frozen=True)
class Profile:
    """Means over the tasks of one data set, or a center of such means."""

    f1: float
    seconds: float
    seconds_max: float
    cells: float
    """Rows of both tables times features, as the method got them."""


Sides = dict[str, dict[str, Profile]]
"""Profiles by method and data set."""


def profiles(
    compared: ComparableRows, method: str, *, finished: bool = False
) -> dict[str, Profile]:
    """By data set; one that a method finished no task of is left out with ``finished``.

    By default unfinished cells are filled by the paper's rule. ``finished`` leaves them out, as the
    paper does where it takes medians.
    """
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in compared.imputed:
        if row.method == method and (row.status == OK or not finished):
            groups[Task.from_id(row.task).dataset].append(row)
    return {dataset: _profile(rows) for dataset, rows in groups.items()}


def overall(compared: ComparableRows, method: str, center: str) -> Profile:
    """One method over all data sets; the maximum of runtimes stays the maximum."""
    found = list(profiles(compared, method, finished=center == "median").values())
    if not found:
        return Profile(math.nan, math.nan, math.nan, math.nan)
    middle = CENTERS[center]
    timed = [each for each in found if not math.isnan(each.seconds)]
    return Profile(
        f1=middle([each.f1 for each in found]),
        seconds=middle([each.seconds for each in timed]) if timed else math.nan,
        seconds_max=max((each.seconds_max for each in timed), default=math.nan),
        cells=middle([each.cells for each in found]),
    )


def side_by_side(compared: ComparableRows, first: str, second: str) -> tuple[Sides, list[str]]:
    """The profiles of two methods, and the data sets from small to large."""
    sides = {method: profiles(compared, method) for method in (first, second)}
    # A slow method gets fewer rows of a wide table: the larger of the two is the data set's size.
    size = {name: max(found[name].cells for found in sides.values()) for name in sides[first]}
    return sides, sorted(size, key=lambda name: size[name])


def speedups(compared: ComparableRows, first: str, second: str) -> dict[str, float]:
    """Ratio of mean runtimes, second over first, by data set from small to large.

    Of tasks in which both were given equally many rows; a data set without any is left out.
    """
    sides, names = side_by_side(compared.with_equal_rows(first, second), first, second)
    return {name: sides[second][name].seconds / sides[first][name].seconds for name in names}


def f1_by(
    compared: ComparableRows, group: Callable[[Task], str], center: str, *, metric: str = "f1"
) -> dict[tuple[str, str], float]:
    """F1 by method and group: mean over the tasks of a data set, then over data sets.

    With the ``metric`` "changed_f1", of the columns that a manipulation really changed.
    """
    means = _means(compared, group, METRICS[metric], finished=center == "median")
    parts: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (method, name, _), mean in means.items():
        parts[method, name].append(mean)
    return {key: CENTERS[center](values) for key, values in parts.items()}


def median_by_dataset(compared: ComparableRows) -> dict[tuple[str, str], float]:
    """Median F1 over the finished tasks of a data set, by method and data set."""
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in compared.rows:
        if row.status == OK:
            scores[row.method, Task.from_id(row.task).dataset].append(row.f1)
    return {key: float(np.median(values)) for key, values in scores.items()}


def _means(
    compared: ComparableRows,
    group: Callable[[Task], str],
    metric: Callable[[Row], float],
    *,
    finished: bool,
) -> dict[tuple[str, str, str], float]:
    scores: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for row in compared.imputed:
        value = metric(row)
        if (row.status == OK or not finished) and not math.isnan(value):
            task = Task.from_id(row.task)
            scores[row.method, group(task), task.dataset].append(value)
    return {key: float(np.mean(values)) for key, values in scores.items()}


def _profile(rows: Sequence[Row]) -> Profile:
    timed = [row.seconds for row in rows if row.exclusive or row.status != OK]
    return Profile(
        f1=float(np.mean([row.f1 for row in rows])),
        seconds=float(np.mean(timed)) if timed else math.nan,
        seconds_max=max(timed, default=math.nan),
        cells=float(
            np.mean([(row.rows_reference + row.rows_query) * row.n_features for row in rows])
        ),
    )
