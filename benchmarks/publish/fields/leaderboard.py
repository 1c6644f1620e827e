"""Who is ahead on a suite, by how much, how fast, and where not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.profiles import f1_by, overall
from featureshift.bench.aggregate import GROUPINGS, Comparison, Summary, compare
from featureshift.bench.give_up import UNTRIED
from featureshift.bench.task import Task
from featureshift.methods import method_info

NEAR = 0.02
"""Methods this close to the best in mean F1 count as equally accurate, when speed is asked for."""
JOINT = ("E3", "E8")
"""Manipulations that leave every column's own distribution as it was."""


@dataclass(frozen=True)
class Leaderboard:
    first: Summary
    second: Summary
    paired: Comparison
    """The first against the second, task by task."""
    fastest: Speed
    joint: JointShifts | None
    finished: FinishedTables | None
    manipulations: Wins
    datasets: Wins
    more_rows: MoreRows | None
    hardest: str
    """The manipulation whose best F1 over really changed columns is lowest."""
    hardest_f1: float


@dataclass(frozen=True)
class Speed:
    method: str
    seconds: float
    near: tuple[str, ...]
    """Methods within ``NEAR`` of the highest mean F1."""
    quick: str
    """The fastest of those."""
    quick_seconds: float


@dataclass(frozen=True)
class JointShifts:
    """Mean F1 at ``JOINT``, of methods made for single columns and of the others."""

    manipulations: tuple[str, ...]
    marginal: float
    """The highest of the methods made for single columns."""
    joint: dict[str, float]
    """The lowest and the highest of the others."""


@dataclass(frozen=True)
class LateMethod:
    method: str
    datasets: tuple[str, ...]
    tried: int
    total: int


@dataclass(frozen=True)
class FinishedTables:
    """The comparison without data sets of which a method finished fewer than half of the tasks."""

    late: tuple[LateMethod, ...]
    rest: ComparableRows
    means: dict[str, float]
    """Of the two leaders there, and of the methods that were late elsewhere."""
    paired: Comparison


@dataclass(frozen=True)
class Loss:
    name: str
    ours: float
    best: float
    by: str


@dataclass(frozen=True)
class Wins:
    """In which groups of tasks the leader scores highest or ties."""

    total: int
    losses: tuple[Loss, ...]

    @property
    def won(self) -> int:
        return self.total - len(self.losses)


@dataclass(frozen=True)
class MoreRows:
    """Tasks in which the leader had more rows than some of the other methods."""

    tasks: int
    methods: int


def leaderboard(compared: ComparableRows) -> Leaderboard | None:
    """None where there is nobody to compare with."""
    if len(compared.methods) < 2:
        return None
    first, second = compared.summaries[:2]
    by_kind, by_dataset = GROUPINGS["manipulation"], GROUPINGS["dataset"]
    hardest, hardest_f1 = _hardest(compared)
    return Leaderboard(
        first=first,
        second=second,
        paired=compare(compared.rows, first.method, second.method),
        fastest=_fastest(compared),
        joint=_joint(compared),
        finished=without_unfinished_tables(compared),
        manipulations=_wins(compared, by_kind, compared.manipulations),
        datasets=_wins(compared, by_dataset, compared.datasets),
        more_rows=_more_rows(compared),
        hardest=hardest,
        hardest_f1=hardest_f1,
    )


def without_unfinished_tables(compared: ComparableRows) -> FinishedTables | None:
    """Unfinished tasks are imputed, so a leader is judged again where the others finished."""
    late = compared.hardly_finished
    rest = compared.without(name for names in late.values() for name in names)
    if not late or len(rest.methods) < 2:
        return None
    means = {summary.method: summary.mean for summary in rest.summaries}
    shown = dict.fromkeys((*rest.methods[:2], *late))
    return FinishedTables(
        late=tuple(_late(compared)),
        rest=rest,
        means={method: means[method] for method in shown},
        paired=compare(rest.rows, *rest.methods[:2]),
    )


def _late(compared: ComparableRows) -> Iterator[LateMethod]:
    for method, names in compared.hardly_finished.items():
        theirs = (row for row in compared.rows if row.method == method)
        own = [row for row in theirs if Task.from_id(row.task).dataset in names]
        tried = sum(not row.reason.startswith(UNTRIED) for row in own)
        yield LateMethod(method, names, tried, len(own))


def _fastest(compared: ComparableRows) -> Speed:
    times = {method: overall(compared, method, "mean").seconds for method in compared.methods}
    best = compared.summaries[0].mean
    near = tuple(each.method for each in compared.summaries if each.mean >= best - NEAR)
    fastest, quick = min(times, key=times.__getitem__), min(near, key=times.__getitem__)
    return Speed(fastest, times[fastest], near, quick, times[quick])


def _joint(compared: ComparableRows) -> JointShifts | None:
    shown = tuple(name for name in JOINT if name in compared.manipulations)
    if not shown:
        return None
    f1 = f1_by(compared, GROUPINGS["manipulation"], "mean")
    mean = {m: sum(f1[m, name] for name in shown) / len(shown) for m in compared.methods}
    marginal = [value for method, value in mean.items() if not _finds_joint(method)]
    joint = {method: value for method, value in mean.items() if _finds_joint(method)}
    if not (marginal and joint):
        return None
    ends = dict.fromkeys(end(joint, key=joint.__getitem__) for end in (min, max))
    return JointShifts(shown, max(marginal), {method: joint[method] for method in ends})


def _finds_joint(method: str) -> bool:
    """A method that is not registered is taken for one that does."""
    info = method_info(method)
    return info is None or info.finds_joint_shifts


def _wins(compared: ComparableRows, group: Callable[[Task], str], names: tuple[str, ...]) -> Wins:
    f1: Mapping[tuple[str, str], float] = f1_by(compared, group, "mean")
    leader = compared.methods[0]
    losses = []
    for name in names:
        best = max(compared.methods, key=lambda method: f1[method, name])
        if f1[best, name] > f1[leader, name] + 1e-9:
            losses.append(Loss(name, f1[leader, name], f1[best, name], best))
    return Wins(len(names), tuple(losses))


def _more_rows(compared: ComparableRows) -> MoreRows | None:
    leader = compared.methods[0]
    given = {row.task: row.rows_reference for row in compared.rows if row.method == leader}
    short = [row for row in compared.rows if row.rows_reference < given[row.task]]
    if not short:
        return None
    return MoreRows(len({row.task for row in short}), len({row.method for row in short}))


def _hardest(compared: ComparableRows) -> tuple[str, float]:
    """By the columns that really changed: rounding a binary column does nothing to it."""
    best: dict[str, float] = {}
    f1 = f1_by(compared, GROUPINGS["manipulation"], "mean", metric="changed_f1")
    for (_, name), value in f1.items():
        best[name] = max(value, best.get(name, 0.0))
    hardest = min(best, key=best.__getitem__)
    return hardest, best[hardest]
