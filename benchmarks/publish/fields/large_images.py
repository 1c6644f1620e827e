"""The paper's table on CIFAR10 and COIL-100, with our runs on these or on images in their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import profiles
from benchmarks.publish.published import LARGE_IMAGES, PublishedRun
from benchmarks.publish.words import code, score, seconds, table
from featureshift.bench.rows import Row
from featureshift.bench.task import Task

GENERATED = "sim-"
"""How the name of a generated table begins that stands in for the one named after it."""
HEAD = ("data set", "method", "whose", "tasks", "rows", "mean F1", "mean s", "max s")


@dataclass(frozen=True)
class LargeImages:
    table: str
    generated: bool
    """Whether any of our runs is on a generated stand-in."""


def large_images(results: Results) -> LargeImages:
    body: list[list[str]] = []
    generated = False
    for name, runs in groupby(LARGE_IMAGES, key=lambda run: run.name):
        body += map(_published, runs)
        for dataset in (name, GENERATED + name):
            own = [row for row in results.rows if Task.from_id(row.task).dataset == dataset]
            body += _measured(dataset, own)
            generated = generated or bool(own and dataset != name)
    return LargeImages(table(HEAD, body), generated)


def _published(run: PublishedRun) -> list[str]:
    times = (f"{3600 * hours:,.0f}" for hours in (run.mean_hours, run.max_hours))
    extent = str(run.tasks), f"{run.n_rows:,}"
    return [run.dataset, code(run.method), "the paper's", *extent, score(run.f1), *times]


def _measured(dataset: str, rows: Sequence[Row]) -> list[list[str]]:
    """A line for each method on the tasks that all ran, and one for more tasks of its own."""
    if not rows:
        return []
    ran = {m: {row.task for row in rows if row.method == m} for m in {row.method for row in rows}}
    shared = set.intersection(*ran.values())
    compared = ComparableRows("", tuple(row for row in rows if row.task in shared))
    more = sorted(method for method in ran if ran[method] > shared)
    alone = {m: ComparableRows("", tuple(row for row in rows if row.method == m)) for m in more}
    return [
        *(_line(dataset, method, compared) for method in compared.methods),
        *(_line(dataset, method, own) for method, own in alone.items()),
    ]


def _line(dataset: str, method: str, compared: ComparableRows) -> list[str]:
    whose = "ours, generated stand-in" if dataset.startswith(GENERATED) else "ours"
    found = profiles(compared, method)[dataset]
    most = max(row.rows_reference for row in compared.rows if row.method == method)
    extent = str(len(compared.tasks)), f"{most:,}"
    times = seconds(found.seconds), seconds(found.seconds_max)
    return [dataset, code(method), whose, *extent, score(found.f1), *times]
