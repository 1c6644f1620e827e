"""Run a suite: every missing cell, one after the other, each result on disk before the next."""

from __future__ import annotations

import fcntl
import math
import os
import platform
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock

from featureshift import __version__
from featureshift.bench.cell import Cell, CellResult, Facts, localizer_named, run_cell
from featureshift.bench.data import SIMULATED
from featureshift.bench.give_up import UNTRIED, GiveUpRule
from featureshift.bench.isolate import Outcome, run_isolated
from featureshift.bench.rows import OK, TIMEOUT, ResultFile, Row
from featureshift.bench.task import Suite, Task
from featureshift.corpus import Folder, is_available
from featureshift.corpus.checkout import source_commit
from featureshift.errors import OptionError
from featureshift.simulate import Scores

Isolate = Callable[..., Outcome]
"""Called as ``run_isolated``."""
NAN = math.nan
ABSENT = "absent"
_NO_SCORES = Scores(NAN, NAN, NAN, NAN)
_NO_FACTS = Facts(0, 0, 0, 0, 0, "", False)


@dataclass(frozen=True)
class Limits:
    time: float = 600.0
    """Seconds of a cell."""
    memory_mb: float = 16_000.0
    timeouts: int | None = None
    """Tasks of a table, or of a smaller part of it, that may run out of time before the method's
    others are given up."""


@dataclass(frozen=True)
class Plan:
    """The cells of a run: those still to do, those done before, and tasks without data."""

    todo: tuple[Cell, ...]
    done: int
    absent: tuple[str, ...]
    """Names of data sets that are not at hand."""


def plan(
    suite: Suite,
    methods: Sequence[str],
    out: Path,
    *,
    folder: Path | None = None,
    online: bool = False,
    retry: bool = False,
    count_given: bool = False,
) -> Plan:
    """Task after task and method after method; with ``retry``, unfinished cells again."""
    for method in methods:
        localizer_named(method)  # a wrong name is told now, not in every cell
    known = None if folder is None else Folder(folder)
    names = dict.fromkeys(task.dataset for task in suite.tasks)
    absent = tuple(name for name in names if not _at_hand(name, known, online))
    done = {
        row.key
        for method in methods
        for row in result_file(out, method).read()
        if row.status == OK or not retry
    }
    cells = [
        Cell(task, method, suite.slow_cap, folder, online, count_given)
        for task in suite.tasks
        if task.dataset not in absent
        for method in methods
    ]
    todo = tuple(cell for cell in cells if (cell.task.id, method_label(cell.method)) not in done)
    return Plan(todo, len(cells) - len(todo), absent)


def run(
    planned: Plan,
    out: Path,
    limits: Limits,
    *,
    jobs: int = 1,
    report: Callable[[Row], None] = lambda _: None,
    isolate: Isolate = run_isolated,
) -> None:
    """Run what is to do. With more than one job at a time, timings are marked as shared.

    ``isolate`` runs one cell in a process of its own; tests give one without a clock.
    """
    out.mkdir(parents=True, exist_ok=True)
    writing = Lock()
    # What is to be tried again is no reason not to try it.
    todo = {(cell.task.id, method_label(cell.method)) for cell in planned.todo}
    methods = {cell.method for cell in planned.todo}
    earlier = (row for method in methods for row in result_file(out, method).read())
    give_up = GiveUpRule(limits.timeouts, (row for row in earlier if row.key not in todo))

    if jobs < 1:
        raise OptionError("jobs is no count", expected="1 or more", found=str(jobs))

    def work(cell: Cell) -> None:
        if give_up.applies_to(method_label(cell.method), cell.task):
            row = _not_tried(cell, limits, isolate)
        else:
            row = _run_one(cell, limits, isolate, exclusive=jobs == 1)
        with writing:
            give_up.record(row)
            if row.status != ABSENT:  # not the method's failure, and to be tried again
                save(row, out)
            report(row)

    with machine_lock():
        if jobs == 1:  # in this thread, so that an interrupt stops the cell at once
            for cell in planned.todo:
                work(cell)
        else:
            with ThreadPoolExecutor(jobs) as pool:
                list(pool.map(work, planned.todo))


def save(row: Row, out: Path) -> None:
    """Append a row; one that is there already for its task (a retry) is replaced."""
    file = result_file(out, row.method)
    earlier = file.read()
    if any(old.key == row.key for old in earlier):
        file.replace([old for old in earlier if old.key != row.key] + [row])
    else:
        file.append(row)


def result_file(out: Path, method: str) -> ResultFile:
    return ResultFile(out / f"{method_label(method)}.csv")


def method_label(method: str) -> str:
    """The name under which results are kept: of the method, its class, or its own weights.

    >>> [method_label(name) for name in ("mb-sm", "package.module:Mine", "fslnet@runs/sm-pn")]
    ['mb-sm', 'Mine', 'sm-pn']
    """
    name, _, weights = method.partition("@")
    return Path(weights).name or name.rpartition(":")[2]


@contextmanager
def machine_lock() -> Iterator[None]:
    """Timings never share the machine: one benchmark at a time."""
    path = Path(tempfile.gettempdir()) / "featureshift-bench.lock"
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as cause:
            raise OptionError(
                "another benchmark is running on this machine", remedy="wait until it has ended"
            ) from cause
        yield


def _at_hand(dataset: str, folder: Folder | None, online: bool) -> bool:
    return dataset in SIMULATED or is_available(dataset, folder=folder, online=online)


def _run_one(cell: Cell, limits: Limits, isolate: Isolate, *, exclusive: bool) -> Row:
    outcome = isolate(run_cell, cell, time_limit=limits.time, memory_limit_mb=limits.memory_mb)
    row = _row(cell.task, method_label(cell.method), outcome)
    return replace(row, time_limit=limits.time, exclusive=exclusive)


def _not_tried(cell: Cell, limits: Limits, isolate: Isolate) -> Row:
    """Stopped as soon as its data are there, so that the row tells what it is about."""
    row = _run_one(cell, replace(limits, time=0.0), isolate, exclusive=False)
    row = replace(row, time_limit=limits.time)
    if row.status != TIMEOUT:
        return row
    reason = f"{UNTRIED}: {limits.timeouts} other queries, no larger, ran out of time"
    return replace(row, reason=reason)


def _row(task: Task, method: str, outcome: Outcome) -> Row:
    facts: Facts = outcome.facts or _NO_FACTS
    result: CellResult = outcome.value or CellResult(
        _NO_SCORES, _NO_SCORES, 0, outcome.seconds, NAN
    )
    return Row(
        task=task.id,
        method=method,
        status=outcome.status,
        reason=" ".join(outcome.reason.split())[:300],
        precision=result.chosen.precision,
        recall=result.chosen.recall,
        f1=result.chosen.f1,
        changed_precision=result.changed.precision,
        changed_recall=result.changed.recall,
        changed_f1=result.changed.f1,
        auroc=result.chosen.auroc,
        n_features=facts.n_features,
        n_shifted=facts.n_shifted,
        n_changed=facts.n_changed,
        n_flagged=result.n_flagged,
        rows_reference=facts.rows_reference,
        rows_query=facts.rows_query,
        seconds=result.seconds,
        peak_mb=result.peak_mb,
        time_limit=NAN,
        exclusive=False,
        trained_on=facts.trained_on,
        data_sha256=facts.data_sha256[:16],
        seed=task.seed,
        version=__version__,
        commit=source_commit(),
        machine=_machine(),
    )


@cache
def _machine() -> str:
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return f"{platform.machine()}, {os.cpu_count()} cores, {pages / 2**30:.0f} GiB"
