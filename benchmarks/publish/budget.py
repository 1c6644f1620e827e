"""Is an error budget kept? The share of wrong flags that was promised, beside what came true.

A file holds counts for each data set and width, so that any of them can be added up.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import get_type_hints

import numpy as np
from numpy.typing import NDArray

from benchmarks.publish.kept_apart import kept_apart
from featureshift.bench.data import SIMULATED, dataset_of, pair_of
from featureshift.bench.task import Suite
from featureshift.corpus import Folder
from featureshift.methods.base import Localizer
from featureshift.simulate import LabeledPair

BUDGETS = (0.01, 0.05, 0.2)
WIDTHS = (16, 64, 256)
"""Columns at which the next group of widths begins."""


@dataclass(frozen=True)
class BudgetRow:
    """The pairs of one data set and group of widths, at one budget."""

    method: str
    suite: str
    dataset: str
    width: int
    """Fewest columns of the group."""
    budget: float
    pairs: int
    flags: int
    wrong: int
    """Flags on columns that no manipulation changed."""
    wrong_shares: float
    """Of the flags of each pair, added up; 0 for a pair without flags."""
    changed: int
    """Columns that were really changed."""


@dataclass(frozen=True)
class Kept:
    """What became of one budget."""

    budget: float
    pairs: int
    flags: int
    pooled: float
    """Share of wrong flags among all."""
    mean: float
    """Mean over pairs of the share of wrong flags, which is what a budget promises."""
    found: float
    """Share of the changed columns that were flagged."""


COLUMNS = tuple(field.name for field in fields(BudgetRow))
_TYPES = get_type_hints(BudgetRow)


def budget_of_suite(
    localizer: Localizer,
    suite: Suite,
    dataset: str,
    folder: Path | None,
    report: Callable[[], object] = lambda: None,
) -> list[BudgetRow]:
    """Of all tasks of a suite on one data set."""
    tasks = [task for task in suite.tasks if task.dataset == dataset]
    source = None if folder is None else Folder(folder)

    def pairs() -> Iterator[LabeledPair]:
        table = dataset_of(tasks[0], source)
        for task in tasks:
            if dataset in SIMULATED:  # drawn anew for each task
                table = dataset_of(task, source)
            width = task.columns or table.n_features
            rows = suite.slow_cap.rows_for(task, width, slow=localizer.info.slow)
            yield pair_of(task, table, rows)
            report()

    return _counted(localizer, suite.name, dataset, pairs())


def budget_of_kept_apart(
    localizer: Localizer,
    suite: str,
    source: str,
    count: int,
    report: Callable[[], object] = lambda: None,
) -> list[BudgetRow]:
    """Of so many simulated pairs of one source."""

    def pairs() -> Iterator[LabeledPair]:
        for number in range(count):
            yield kept_apart(source, number)
            report()

    return _counted(localizer, suite, source, pairs())


def _counted(
    localizer: Localizer, suite: str, dataset: str, pairs: Iterable[LabeledPair]
) -> list[BudgetRow]:
    totals: dict[tuple[int, float], NDArray[np.float64]] = {}
    for pair in pairs:
        width = max((w for w in WIDTHS if w <= len(pair.changed)), default=1)
        for budget, counts in _of_pair(localizer, pair):
            key = width, budget
            totals[key] = totals.get(key, np.zeros(5)) + counts
    return [
        BudgetRow(
            method=localizer.info.name,
            suite=suite,
            dataset=dataset,
            width=width,
            budget=budget,
            pairs=int(n_pairs),
            flags=int(flags),
            wrong=int(wrong),
            wrong_shares=shares,
            changed=int(changed),
        )
        for (width, budget), (n_pairs, flags, wrong, shares, changed) in sorted(
            (key, counts.tolist()) for key, counts in totals.items()
        )
    ]


def _of_pair(
    localizer: Localizer, pair: LabeledPair
) -> Iterator[tuple[float, NDArray[np.float64]]]:
    """Pairs, flags, wrong ones, their share, changed columns of each budget."""
    # A budget of 1 flags all that any budget may flag; q-values say which of them keep within less.
    result = localizer.localize(pair.reference, pair.query, error_budget=1.0)
    if result.q_values is None:
        raise AssertionError("an error budget was kept without q-values")
    compared = [int(name.removeprefix("x")) for name in result.features]
    changed = pair.changed[compared]
    for budget in BUDGETS:
        flagged = result.shifted & (result.q_values <= budget)
        flags, wrong = int(flagged.sum()), int((flagged & ~changed).sum())
        yield budget, np.array([1, flags, wrong, wrong / max(flags, 1), changed.sum()])


def kept(rows: Sequence[BudgetRow]) -> list[Kept]:
    """All rows together, by budget."""
    found = []
    for budget in sorted({row.budget for row in rows}):
        own = [row for row in rows if row.budget == budget]
        pairs, flags, wrong, changed = (
            sum(getattr(row, name) for row in own)
            for name in ("pairs", "flags", "wrong", "changed")
        )
        shares = sum(row.wrong_shares for row in own)
        found.append(
            Kept(
                budget=budget,
                pairs=pairs,
                flags=flags,
                pooled=wrong / max(flags, 1),
                mean=shares / max(pairs, 1),
                found=(flags - wrong) / max(changed, 1),
            )
        )
    return found


def write_budget(path: Path, rows: Iterable[BudgetRow]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow([f"{x:.6g}" if isinstance(x, float) else x for x in astuple(row)])


def read_budget(path: Path) -> list[BudgetRow]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            BudgetRow(**{name: _TYPES[name](cells[name]) for name in COLUMNS})
            for cells in csv.DictReader(file)
        ]
