"""Results that nobody would expect, found while the rows show them; benchmarks/findings say why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import mean
from typing import TypeVar

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import f1_by, overall
from featureshift.bench.aggregate import GROUPINGS
from featureshift.bench.rows import OK, Row
from featureshift.bench.task import Task

ENOUGH = 3
"""Shifted columns of which chance seldom ranks all below the others."""
TURNED = 0.3
"""An area under the ROC curve that counts as backwards."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Surprises:
    """Each is None while the rows do not show it."""

    backwards: RankedBackwards | None
    knee: KneeTooEarly | None
    mrmr: MrmrStopsEarly | None
    flows: FlowsBehind | None

    def __bool__(self) -> bool:
        return any((self.backwards, self.knee, self.mrmr, self.flows))


@dataclass(frozen=True)
class RankedBackwards:
    """Tasks at E4 and E9 in which ``fslnet`` ranks shifted columns below the others."""

    tasks: tuple[str, ...]
    of: int
    """Tasks with at least ``ENOUGH`` shifted columns."""
    auroc: dict[str, float]
    """Mean over those tasks, by manipulation."""
    enough: int = ENOUGH
    turned: float = TURNED


@dataclass(frozen=True)
class KneeTooEarly:
    """Tasks that ``datafix`` ranks without an error and of which it flags next to nothing."""

    tasks: tuple[str, ...]
    f1: float


@dataclass(frozen=True)
class MrmrStopsEarly:
    """``mrmr`` finds the weaker manipulation and misses the stronger one."""

    weaker: float
    stronger: float
    auroc: float
    """At the stronger one."""


@dataclass(frozen=True)
class FlowsBehind:
    """Median F1 of ``deep-sm`` and of ``mb-sm``, which does the same with a single Gaussian."""

    deep: float
    plain: float
    fewer_rows: bool
    """Whether ``deep-sm`` had fewer rows of some tasks."""


def surprises(results: Results) -> Surprises:
    suites = list(results.comparisons.values())
    return Surprises(
        _first(_ranked_backwards, suites),
        _first(_knee_too_early, suites),
        _first(_mrmr_stops_early, suites),
        _first(_flows_behind, suites),
    )


def _first(
    look: Callable[[ComparableRows], Found | None], suites: Iterable[ComparableRows]
) -> Found | None:
    """What the first suite that shows it says."""
    return next((found for found in map(look, suites) if found is not None), None)


def _ranked_backwards(compared: ComparableRows) -> RankedBackwards | None:
    small: dict[str, list[Row]] = defaultdict(list)
    for row in compared.rows:
        kind = Task.from_id(row.task).manipulation
        enough = row.method == "fslnet" and row.status == OK and row.n_shifted >= ENOUGH
        if enough and kind.startswith(("E4", "E9")):
            small[kind].append(row)
    turned = [row for rows in small.values() for row in rows if row.auroc < TURNED]
    if not turned:
        return None
    auroc = {kind: mean(row.auroc for row in small[kind]) for kind in sorted(small)}
    return RankedBackwards(_names(turned), sum(map(len, small.values())), auroc)


def _knee_too_early(compared: ComparableRows) -> KneeTooEarly | None:
    lost = [
        row
        for row in compared.rows
        if (row.method, row.status) == ("datafix", OK) and row.auroc > 0.999 and row.f1 < 0.5
    ]
    return KneeTooEarly(_names(lost), mean(row.f1 for row in lost)) if lost else None


def _mrmr_stops_early(compared: ComparableRows) -> MrmrStopsEarly | None:
    f1 = f1_by(compared, GROUPINGS["manipulation"], "mean")
    weaker, stronger = f1.get(("mrmr", "E6.2")), f1.get(("mrmr", "E6.3"))
    if weaker is None or stronger is None or stronger > weaker / 2:
        return None
    auroc = mean(
        row.auroc
        for row in compared.rows
        if (row.method, row.status, Task.from_id(row.task).manipulation) == ("mrmr", OK, "E6.3")
    )
    return MrmrStopsEarly(weaker, stronger, auroc)


def _flows_behind(compared: ComparableRows) -> FlowsBehind | None:
    if not {"deep-sm", "mb-sm"} <= set(compared.methods):
        return None
    deep, plain = (overall(compared, method, "median").f1 for method in ("deep-sm", "mb-sm"))
    fewer = len(compared.with_equal_rows("deep-sm", "mb-sm").tasks) < len(compared.tasks)
    return FlowsBehind(deep, plain, fewer) if deep < plain else None


def _names(rows: Iterable[Row]) -> tuple[str, ...]:
    """Data set, manipulation and fraction of each task."""
    return tuple(dict.fromkeys("/".join(row.task.split("/")[:3]) for row in rows))
