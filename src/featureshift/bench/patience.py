"""When a method has run out of time on a table often enough, its other queries are not tried.

Hours would pass to learn the same again: what a method costs is decided by the size of a table far
more than by the shift in it. So a larger part of the same table is not tried either.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from featureshift.bench.rows import TIMEOUT, Row
from featureshift.bench.task import Task

UNTRIED = "not tried"
"""How the reason of such a row begins."""


class Patience:
    """Counts the queries of a table, or of a smaller part of it, on which a method was too slow.

    >>> patience = Patience(1)
    >>> patience.is_over("datafix", Task("mnist", "E1", 0.10, 1000, 0, 0))
    False
    """

    def __init__(self, most: int | None, rows: Iterable[Row] = ()) -> None:
        """``most`` of them are waited for; None: every one. ``rows`` are of earlier runs."""
        self.most = math.inf if most is None else most
        self._late: defaultdict[tuple[str, str], list[Task]] = defaultdict(list)
        for row in rows:
            self.saw(row)

    def saw(self, row: Row) -> None:
        if row.status == TIMEOUT and not row.reason.startswith(UNTRIED):
            task = Task.from_id(row.task)
            self._late[row.method, task.dataset].append(task)

    def is_over(self, method: str, task: Task) -> bool:
        late = self._late[method, task.dataset]
        return sum(_is_no_larger(each, task) for each in late) >= self.most


def _is_no_larger(one: Task, other: Task) -> bool:
    return one.rows <= other.rows and _width(one) <= _width(other)


def _width(task: Task) -> float:
    return task.columns or math.inf
