"""Sections beside the comparisons: the number told, size, thresholds."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.load_results import Results
from benchmarks.publish.sweep import best
from benchmarks.publish.words import (
    ABSENT,
    code,
    counted,
    figure,
    listed,
    paragraphs,
    score,
    seconds,
    table,
)
from featureshift.bench.rows import OK
from featureshift.bench.task import Task


def count_given_section(results: Results) -> str:
    """The same queries with and without the number of shifted features."""
    told = {row.key: row for row in results.count_given if row.status == OK}
    alone = {row.key: row for row in results.rows if row.key in told and row.status == OK}
    methods = dict.fromkeys(method for _, method in alone)
    if not methods:
        return ""
    body = []
    for method in methods:
        keys = [key for key in alone if key[1] == method]
        pairs = [ComparableRows("", tuple(rows[key] for key in keys)) for rows in (alone, told)]
        means = [score(compared.summaries[0].mean) for compared in pairs]
        body.append([code(method), *means, str(len(keys)), listed(pairs[0].datasets)])
    head = ["mean F1", "deciding alone", "told the number", "queries", "of"]
    return paragraphs(
        "## What it is worth to know the number",
        "The conditional tests are told how many columns are shifted, as in the paper. The others "
        "decide alone; here some of them are told too, on queries that were run both ways, most "
        "of them easy. The reverse, conditional tests that decide alone, was measured only where "
        "nothing is shifted.",
        table(head, sorted(body)),
    )


def scale_section(results: Results) -> str:
    rows = [row for row in results.of_suite("scale") if row.status == OK]
    if not rows:
        return ""
    methods = sorted({row.method for row in rows})
    cells = {(row.method, Task.from_id(row.task)): row for row in rows}
    body = []
    for task in sorted({task for _, task in cells}, key=lambda task: (task.columns, task.rows)):
        found = [cells.get((method, task)) for method in methods]
        times = [ABSENT if row is None else seconds(row.seconds) for row in found]
        peaks = [ABSENT if row is None else f"{row.peak_mb:,.0f}" for row in found]
        shape = [f"{task.rows:,}", f"{task.columns:,}"]
        body.append([*shape, *(cell for pair in zip(times, peaks, strict=True) for cell in pair)])
    head = [f"{code(method)} {unit}" for method in methods for unit in ("s", "MB")]
    return paragraphs(
        "## Time and memory by size (suite `scale`)",
        "Rows of each table, columns, seconds, and memory beyond the tables themselves.",
        table(["rows", "columns", *head], body),
    )


def sweep_section(results: Results, drawn: Mapping[str, str]) -> str:
    if not results.sweep:
        return ""
    (low, f1_mean), (high, f1_max) = best(results.sweep, "mean"), best(results.sweep, "max")
    winner = "the mean" if f1_mean > f1_max else "the maximum"
    queries = sum({row.dataset: row.n_tasks for row in results.sweep}.values())
    return paragraphs(
        "## Thresholded measures",
        f"The baseline without a network, at every threshold, on {counted(queries, 'query')}: the "
        f"mean of the measures is best at {low:g} with a mean F1 of {score(f1_mean)}, the maximum "
        f"at {high:g} with {score(f1_max)}; {winner} is ahead. In all other tables and figures "
        "`sm-threshold` is cut at the paper's threshold, not at its best.",
        figure("thresholds", drawn),
    )
