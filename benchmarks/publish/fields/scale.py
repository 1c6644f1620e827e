"""Time and memory by the size of a table."""

from __future__ import annotations

from benchmarks.publish.load_results import Results
from benchmarks.publish.words import ABSENT, code, seconds, table
from featureshift.bench.rows import OK
from featureshift.bench.task import Task


def scale_table(results: Results) -> str:
    """Empty without results of suite ``scale``."""
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
    return table(["rows", "columns", *head], body)
