"""What is reachable at all, beside what is reached."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from benchmarks.publish.load_results import Results
from benchmarks.publish.oracle import OracleRow
from benchmarks.publish.words import ABSENT, code, paragraphs, score, table
from featureshift.bench.rows import OK
from featureshift.bench.task import Task
from featureshift.methods.registry import DEFAULT_METHOD

TEXT = """A shuffled column that hardly depends on any other is lost to everybody. So, where the
default method or an earlier version of it found few columns, a test that is told the truth about
all others is asked which of the changed ones can be seen. Models predict a changed column from the
unshifted ones; it counts as seen if rows fit the model of their own table better than the other's,
or if a classifier can tell the tables apart by the column, its predictions and their errors (one in
a hundred unchanged columns would pass). At most 30 columns of a query are tested. An F1 without any
false alarm follows from the share that is seen. It is a mark, not a bound: a method that weighs
many columns together may see more."""


def oracle_section(results: Results) -> str:
    if not results.oracle:
        return ""
    groups: dict[tuple[str, str], list[OracleRow]] = defaultdict(list)
    for row in results.oracle:
        task = Task.from_id(row.task)
        groups[task.dataset, task.manipulation].append(row)
    reached = {
        row.task: row.changed_f1
        for row in results.rows
        if row.method == DEFAULT_METHOD and row.status == OK
    }
    body = [
        [
            dataset,
            manipulation,
            str(sum(row.tested for row in rows)),
            score(sum(row.seen for row in rows) / max(1, sum(row.tested for row in rows))),
            score(float(np.mean([f1_of(row) for row in rows]))),
            _mean([reached[row.task] for row in rows if row.task in reached]),
        ]
        for (dataset, manipulation), rows in groups.items()
    ]
    head = ["data set", "manipulation", "features tested", "seen", "F1 if these are found"]
    return paragraphs(
        "## What can be found at all",
        TEXT,
        table([*head, f"F1 of {code(DEFAULT_METHOD)}, changed features"], body),
    )


def f1_of(row: OracleRow) -> float:
    """With every seen feature found and nothing else.

    >>> f1_of(OracleRow("", 10, 5))
    0.6666666666666666
    """
    recall = row.seen / row.tested if row.tested else 1.0
    return 2 * recall / (1 + recall)


def _mean(values: list[float]) -> str:
    return score(float(np.mean(values))) if values else ABSENT
