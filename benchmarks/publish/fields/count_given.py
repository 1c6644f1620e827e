"""The same tasks with and without the number of shifted columns."""

from __future__ import annotations

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.load_results import Results
from benchmarks.publish.words import code, listed, score, table
from featureshift.bench.rows import OK


def count_given_table(results: Results) -> str:
    """Empty without tasks that a method ran both ways."""
    given = {row.key: row for row in results.count_given if row.status == OK}
    alone = {row.key: row for row in results.rows if row.key in given and row.status == OK}
    body = []
    for method in dict.fromkeys(method for _, method in alone):
        keys = [key for key in alone if key[1] == method]
        both = [ComparableRows("", tuple(rows[key] for key in keys)) for rows in (alone, given)]
        means = [score(compared.summaries[0].mean) for compared in both]
        body.append([code(method), *means, str(len(keys)), listed(both[0].datasets)])
    head = ["mean F1", "deciding alone", "given the number", "tasks", "of"]
    return table(head, sorted(body)) if body else ""
