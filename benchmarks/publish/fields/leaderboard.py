"""Who is ahead on a suite, in sentences that are computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.profiles import f1_by, overall
from benchmarks.publish.words import (
    code,
    counted,
    listed,
    paragraphs,
    score,
    scored,
    seconds,
    signed,
)
from featureshift.bench.aggregate import GROUPINGS, compare
from featureshift.bench.give_up import UNTRIED
from featureshift.bench.task import Task
from featureshift.methods import METHODS, localizer_class

NEAR = 0.02
"""Methods this close to the best in mean F1 count as equally accurate, when speed is asked for."""
JOINT = ("E3", "E8")
"""Manipulations that leave every column's own distribution as it was."""


def leaderboard(compared: ComparableRows) -> str:
    """Leader, speed, joint shifts and hard cases; empty where there is nobody to compare with."""
    if len(compared.methods) < 2:
        return ""
    return paragraphs(
        " ".join([_leader(compared), _fastest(compared), _joint(compared)]),
        but_for_unfinished(compared),
        _limits(compared),
    )


def _leader(compared: ComparableRows) -> str:
    first, second = compared.summaries[:2]
    return (
        f"{code(first.method)} has the highest mean F1, {score(first.mean)}, and "
        f"{code(second.method)} follows with {score(second.mean)}. Query by query they differ by "
        f"{_difference(compared)}."
    )


def _difference(compared: ComparableRows) -> str:
    """Of the first two methods, with its interval."""
    paired = compare(compared.rows, *compared.methods[:2])
    chance = paired.low <= 0 <= paired.high
    return (
        f"{signed(paired.difference)} (95 % interval {signed(paired.low)} to "
        f"{signed(paired.high)}; {paired.wins} won, {paired.ties} tied, "
        f"{paired.losses} lost), which is {'within' if chance else 'beyond'} chance"
    )


def but_for_unfinished(compared: ComparableRows) -> str:
    """The same without data sets on which imputation says what some methods are worth."""
    late = compared.hardly_finished
    rest = compared.without(name for names in late.values() for name in names)
    if not late or not rest.rows:
        return ""
    means = {each.method: each.mean for each in rest.summaries}
    shown = dict.fromkeys((*rest.methods[:2], *late))
    still = f" ({counted(rest.unfinished, 'query')} of these unfinished)" if rest.unfinished else ""
    return (
        f"Fewer than half of the queries were finished by {listed(_late(compared))}; what is "
        "unfinished counts with the lowest F1 of the methods compared. On the other "
        f"{counted(len(rest.datasets), 'data set')}{still} the mean F1 is "
        f"{scored({method: means[method] for method in shown})}; "
        f"{listed(map(code, rest.methods[:2]))} differ by {_difference(rest)}."
    )


def _late(compared: ComparableRows) -> Iterator[str]:
    """Each method with the data sets it hardly finished, and how often it was given a chance."""
    for method, names in compared.hardly_finished.items():
        theirs = (row for row in compared.rows if row.method == method)
        own = [row for row in theirs if Task.from_id(row.task).dataset in names]
        tried = sum(not row.reason.startswith(UNTRIED) for row in own)
        yield f"{code(method)} on {listed(names)} ({tried} of {len(own)} tried)"


def _fastest(compared: ComparableRows) -> str:
    times = {method: overall(compared, method, "mean").seconds for method in compared.methods}
    fastest = min(times, key=times.__getitem__)
    near = [s.method for s in compared.summaries if s.mean >= compared.summaries[0].mean - NEAR]
    quick = min(near, key=times.__getitem__)
    text = f"Fastest is {code(fastest)} with {seconds(times[fastest])} s a query"
    if quick == fastest:
        return text + ", which is also among the most accurate."
    if len(near) == 1:
        return text + f"; {code(quick)} takes {seconds(times[quick])} s."
    return text + (
        f"; of the methods within {NEAR} of the highest F1 ({listed(map(code, near))})"
        f" it is {code(quick)} with {seconds(times[quick])} s."
    )


def _joint(compared: ComparableRows) -> str:
    shown = [name for name in JOINT if name in compared.manipulations]
    scores = f1_by(compared, GROUPINGS["manipulation"], "mean")
    mean = {
        m: sum(scores[m, name] for name in shown) / len(shown) for m in compared.methods if shown
    }
    marginal = {m: f1 for m, f1 in mean.items() if not _finds_joint(m)}
    joint = {m: f1 for m, f1 in mean.items() if _finds_joint(m)}
    if not (marginal and joint):
        return ""
    low, high = (end(joint, key=joint.__getitem__) for end in (min, max))
    others = f"the others {score(joint[low])} ({code(low)}) to {score(joint[high])} ({code(high)})"
    if low == high:
        others = f"{code(low)} {score(joint[low])}"
    return (
        f"{listed(shown)} change relations between columns only: methods made for shifts of single "
        f"columns reach at most {score(max(marginal.values()))} there, {others}."
    )


def _limits(compared: ComparableRows) -> str:
    """Where the leader is not the best, and where nobody is good."""
    leader = compared.methods[0]
    parts = []
    groups = ("manipulation", compared.manipulations), ("dataset", compared.datasets)
    for by, names in groups:
        better = _better(compared, GROUPINGS[by], names, leader)
        what = {"manipulation": "manipulations", "dataset": "data sets"}[by]
        text = f"{len(names) - len(better)} of {len(names)} {what}"
        parts.append(text + (f" (not {listed(better)})" if better else ""))
    return (
        f"{code(leader)} is best, alone or with others, in {parts[0]}, and in {parts[1]}."
        f"{_more_rows(compared, leader)} {_hardest(compared)}"
    )


def _more_rows(compared: ComparableRows, leader: str) -> str:
    """Whether the leader was given more than others."""
    given = {row.task: row.rows_reference for row in compared.rows if row.method == leader}
    short = [row for row in compared.rows if row.rows_reference < given[row.task]]
    if not short:
        return ""
    queries, methods = len({row.task for row in short}), len({row.method for row in short})
    return (
        f" In {queries} of {counted(len(compared.tasks), 'query')} it had more rows than some of "
        f"the others ({methods} of {len(compared.methods) - 1} methods)."
    )


def _hardest(compared: ComparableRows) -> str:
    """By the columns that really changed: rounding a binary column does nothing to it."""
    scores = f1_by(compared, GROUPINGS["manipulation"], "mean", metric="changed_f1")
    best: dict[str, float] = {}
    for (_, name), f1 in scores.items():
        best[name] = max(f1, best.get(name, 0.0))
    hardest = min(best, key=best.__getitem__)
    return (
        f"Hardest is {hardest}, where the best method reaches {score(best[hardest])} over the "
        "columns that really changed."
    )


def _better(
    compared: ComparableRows, group: Callable[..., str], names: tuple[str, ...], leader: str
) -> list[str]:
    """Groups in which another method beats the leader, with that method and both scores."""
    scores: Mapping[tuple[str, str], float] = f1_by(compared, group, "mean")
    found = []
    for name in names:
        best = max(compared.methods, key=lambda method: scores[method, name])
        if scores[best, name] > scores[leader, name] + 1e-9:
            ours, theirs = score(scores[leader, name]), score(scores[best, name])
            found.append(f"{name}, {ours} against {theirs} of {code(best)}")
    return found


def _finds_joint(method: str) -> bool:
    """A method that is not registered is taken for one that does."""
    return method not in METHODS or localizer_class(method).info.finds_joint_shifts
