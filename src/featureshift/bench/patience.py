"""When a method has run out of time on a table often enough, its other queries are not tried.

Hours would pass to learn the same again: what a method costs is decided by the table far more than
by the shift in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from featureshift.bench.rows import TIMEOUT, Row
from featureshift.bench.task import Task

UNTRIED = "not tried"
"""How the reason of such a row begins."""


class Patience:
    """Counts the queries of each table on which a method ran out of time.

    >>> patience = Patience(1)
    >>> patience.is_over("datafix", Task("mnist", "E1", 0.10, 1000, 0, 0))
    False
    """

    def __init__(self, most: int | None, rows: Iterable[Row] = ()) -> None:
        """``most`` of them are waited for; None: every one. ``rows`` are of earlier runs."""
        self.most = math.inf if most is None else most
        self._timeouts: Counter[tuple[str, str, int, int]] = Counter()
        for row in rows:
            self.saw(row)

    def saw(self, row: Row) -> None:
        if row.status == TIMEOUT and not row.reason.startswith(UNTRIED):
            self._timeouts[_table(row.method, Task.from_id(row.task))] += 1

    def is_over(self, method: str, task: Task) -> bool:
        return self._timeouts[_table(method, task)] >= self.most


def _table(method: str, task: Task) -> tuple[str, str, int, int]:
    """What decides about time: all but the manipulation, its share of columns, and the seed."""
    return method, task.dataset, task.rows, task.columns
