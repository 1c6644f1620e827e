"""What could be found at all, beside what the default method finds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from benchmarks.publish.load_results import Results
from benchmarks.publish.oracle import MOST_FEATURES, OracleRow
from benchmarks.publish.words import ABSENT, code, score, table
from featureshift.bench.rows import OK
from featureshift.bench.task import Task
from featureshift.methods.registry import DEFAULT_METHOD


@dataclass(frozen=True)
class OracleSection:
    table: str
    most_columns: int
    """Tested of each task."""


def oracle_section(results: Results) -> OracleSection | None:
    if not results.oracle:
        return None
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
    head = ["data set", "manipulation", "columns tested", "seen", "F1 if these are found"]
    head.append(f"F1 of {code(DEFAULT_METHOD)}, changed columns")
    return OracleSection(table(head, body), MOST_FEATURES)


def f1_of(row: OracleRow) -> float:
    """With every seen column found and nothing else.

    >>> f1_of(OracleRow("", 10, 5))
    0.6666666666666666
    """
    recall = row.seen / row.tested if row.tested else 1.0
    return 2 * recall / (1 + recall)


def _mean(values: list[float]) -> str:
    return score(float(np.mean(values))) if values else ABSENT
