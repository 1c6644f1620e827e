"""Give up on a table: a method that timed out on it often enough is not tried on its other tasks.

What a method costs depends on the size of a table far more than on the shift in it, so trying again
would take hours to learn nothing new. A larger part of the same table is not tried either.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from featureshift.bench.rows import TIMEOUT, Row
from featureshift.bench.task import Task

UNTRIED = "not tried"
"""How the reason of such a row begins."""


class GiveUpRule:
    """Counts the timeouts of each method on each table.

    >>> rule = GiveUpRule(1)
    >>> rule.applies_to("datafix", Task("mnist", "E1", 0.10, 1000, 0, 0))
    False
    """

    def __init__(self, timeouts: int | None, rows: Iterable[Row] = ()) -> None:
        """Give up after so many ``timeouts``; None: never. ``rows`` are of earlier runs."""
        self.timeouts = math.inf if timeouts is None else timeouts
        self._timed_out: defaultdict[tuple[str, str], list[Task]] = defaultdict(list)
        for row in rows:
            self.record(row)

    def record(self, row: Row) -> None:
        if row.status == TIMEOUT and not row.reason.startswith(UNTRIED):
            task = Task.from_id(row.task)
            self._timed_out[row.method, task.dataset].append(task)

    def applies_to(self, method: str, task: Task) -> bool:
        earlier = self._timed_out[method, task.dataset]
        return sum(_is_no_larger(other, task) for other in earlier) >= self.timeouts


def _is_no_larger(one: Task, other: Task) -> bool:
    return one.rows <= other.rows and _width(one) <= _width(other)


def _width(task: Task) -> float:
    return task.columns or math.inf
