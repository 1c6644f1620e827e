"""Which methods may stand side by side: those that ran the same tasks.

A mean over easy tasks only would flatter a method, so every number of a table or figure comes from
tasks that all methods in it ran. A cell that was run and not finished counts as run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from featureshift.bench.aggregate import Summary, impute, summarize
from featureshift.bench.rows import OK, Row
from featureshift.bench.task import Suite, Task


@dataclass(frozen=True)
class ComparableRows:
    """Methods of one suite with a row for each of the same tasks."""

    suite: str
    rows: tuple[Row, ...]

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        """One for each method, highest mean F1 first; unfinished cells by the paper's rule."""
        return tuple(summarize(self.rows))

    @property
    def methods(self) -> tuple[str, ...]:
        """Highest mean F1 first."""
        return tuple(summary.method for summary in self.summaries)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        return tuple(Task.from_id(task) for task in dict.fromkeys(row.task for row in self.rows))

    @property
    def datasets(self) -> tuple[str, ...]:
        """In the order of the suite."""
        return tuple(dict.fromkeys(task.dataset for task in self.tasks))

    @property
    def manipulations(self) -> tuple[str, ...]:
        return tuple(sorted({task.manipulation for task in self.tasks}, key=_in_numbers))

    @property
    def unfinished(self) -> int:
        return sum(row.status != OK for row in self.rows)

    @cached_property
    def imputed(self) -> tuple[Row, ...]:
        return tuple(impute(self.rows))

    @cached_property
    def hardly_finished(self) -> dict[str, tuple[str, ...]]:
        """Data sets of which a method finished fewer than half of the tasks, by method."""
        ended: dict[tuple[str, str], list[bool]] = defaultdict(list)
        for row in self.rows:
            ended[row.method, Task.from_id(row.task).dataset].append(row.status == OK)
        found = {
            method: tuple(
                name
                for name in self.datasets
                if 2 * sum(ended[method, name]) < len(ended[method, name])
            )
            for method in self.methods
        }
        return {method: names for method, names in found.items() if names}

    def without(self, datasets: Iterable[str]) -> ComparableRows:
        """The same methods on the other data sets."""
        left = set(self.datasets).difference(datasets)
        chosen = (row for row in self.rows if Task.from_id(row.task).dataset in left)
        return ComparableRows(self.suite, tuple(chosen))

    def with_equal_rows(self, *methods: str) -> ComparableRows:
        """The tasks in which these were given equally many rows, so that their times compare."""
        given: dict[str, set[int]] = defaultdict(set)
        for row in self.rows:
            if row.method in methods:
                given[row.task].add(row.rows_reference)
        return ComparableRows(
            self.suite, tuple(row for row in self.rows if len(given[row.task]) == 1)
        )

    @property
    def caption(self) -> str:
        """What it is based on, in a few words."""
        plural = "s" if len(self.datasets) > 1 else ""
        text = f"suite {self.suite}: {len(self.tasks)} tasks, {len(self.datasets)} data set"
        text += f"{plural}, {len(self.rows):,} runs"
        return text + (f", {self.unfinished} of them unfinished" if self.unfinished else "")


def on_common_tasks(rows: Iterable[Row], suite: Suite) -> ComparableRows | None:
    """Methods that ran every manipulation of every data set, on the tasks all of them ran.

    Slow methods may leave out fractions of wide tables; whoever is still further behind does not
    take part. None if nobody does.
    """
    kinds = {(task.dataset, task.manipulation) for task in suite.tasks}
    ran = _tasks_by_method(rows, suite)
    part = {
        method: tasks
        for method, tasks in ran.items()
        if {(task.dataset, task.manipulation) for task in tasks} == kinds
    }
    return _chosen(rows, suite, part, set.intersection(*part.values()) if part else set())


def on_all_tasks(rows: Iterable[Row], suite: Suite) -> ComparableRows | None:
    """Methods that ran every task of the suite; None if nobody did."""
    wanted = set(suite.tasks)
    ran = _tasks_by_method(rows, suite)
    return _chosen(rows, suite, [method for method in ran if ran[method] == wanted], wanted)


def _chosen(
    rows: Iterable[Row], suite: Suite, methods: Iterable[str], tasks: set[Task]
) -> ComparableRows | None:
    place = {task.id: k for k, task in enumerate(suite.tasks) if task in tasks}
    names = set(methods)
    chosen = [row for row in rows if row.method in names and row.task in place]
    if not chosen:
        return None
    return ComparableRows(
        suite.name, tuple(sorted(chosen, key=lambda row: (place[row.task], row.method)))
    )


def _tasks_by_method(rows: Iterable[Row], suite: Suite) -> dict[str, set[Task]]:
    known = {task.id: task for task in suite.tasks}
    ran: dict[str, set[Task]] = defaultdict(set)
    for row in rows:
        if row.task in known:
            ran[row.method].add(known[row.task])
    return ran


def _in_numbers(manipulation: str) -> tuple[float, str]:
    """E2 before E10.

    >>> sorted(["E10", "E4.2", "E2", "E4.1"], key=_in_numbers)
    ['E2', 'E4.1', 'E4.2', 'E10']
    """
    digits = manipulation.lstrip("ETN")
    return (float(digits), manipulation) if digits[:1].isdigit() else (0.0, manipulation)
