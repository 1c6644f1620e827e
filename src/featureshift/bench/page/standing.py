"""Who is ahead on a basis, in sentences that are computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from featureshift.bench.aggregate import GROUPINGS, compare
from featureshift.bench.basis import Basis
from featureshift.bench.page.words import code, listed, score, seconds, signed
from featureshift.bench.profiles import f1_by, overall
from featureshift.localizers import LOCALIZERS, localizer_class

NEAR = 0.02
"""Methods this close to the best in mean F1 count as equally accurate, when speed is asked for."""
JOINT = ("E3", "E8")
"""Manipulations that leave every column's own distribution as it was."""


def standing(basis: Basis) -> str:
    """Leader, speed, joint shifts and hard cases; empty where there is nobody to compare with."""
    if len(basis.methods) < 2:
        return ""
    return " ".join([_leader(basis), _fastest(basis), _joint(basis)]) + "\n\n" + _limits(basis)


def _leader(basis: Basis) -> str:
    first, second = basis.summaries[:2]
    paired = compare(basis.rows, first.method, second.method)
    chance = paired.low <= 0 <= paired.high
    return (
        f"{code(first.method)} has the highest mean F1, {score(first.mean)}, and "
        f"{code(second.method)} follows with {score(second.mean)}. Query by query they differ by "
        f"{signed(paired.difference)} (95 % interval {signed(paired.low)} to "
        f"{signed(paired.high)}; {paired.wins} won, {paired.ties} tied, "
        f"{paired.losses} lost), which is {'within' if chance else 'beyond'} chance."
    )


def _fastest(basis: Basis) -> str:
    times = {method: overall(basis, method, "mean").seconds for method in basis.methods}
    fastest = min(times, key=times.__getitem__)
    near = [s.method for s in basis.summaries if s.mean >= basis.summaries[0].mean - NEAR]
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


def _joint(basis: Basis) -> str:
    shown = [name for name in JOINT if name in basis.manipulations]
    scores = f1_by(basis, GROUPINGS["manipulation"], "mean")
    mean = {m: sum(scores[m, name] for name in shown) / len(shown) for m in basis.methods if shown}
    marginal = {m: f1 for m, f1 in mean.items() if not _finds_joint(m)}
    joint = {m: f1 for m, f1 in mean.items() if _finds_joint(m)}
    if not (marginal and joint):
        return ""
    low, high = (end(joint, key=joint.__getitem__) for end in (min, max))
    others = f"the others {score(joint[low])} ({code(low)}) to {score(joint[high])} ({code(high)})"
    if low == high:
        others = f"{code(low)} {score(joint[low])}"
    return (
        f"{listed(shown)} change relations between columns only: methods that look at each column "
        f"by itself reach at most {score(max(marginal.values()))} there, {others}."
    )


def _limits(basis: Basis) -> str:
    """Where the leader is not the best, and where nobody is good."""
    leader = basis.methods[0]
    parts = []
    groups = ("manipulation", basis.manipulations), ("dataset", basis.datasets)
    for by, names in groups:
        better = _better(basis, GROUPINGS[by], names, leader)
        what = {"manipulation": "manipulations", "dataset": "data sets"}[by]
        text = f"{len(names) - len(better)} of {len(names)} {what}"
        parts.append(text + (f" (not {listed(better)})" if better else ""))
    scores = f1_by(basis, GROUPINGS["manipulation"], "mean")
    best = {n: max(scores[m, n] for m in basis.methods) for n in basis.manipulations}
    hardest = min(best, key=best.__getitem__)
    return (
        f"{code(leader)} is best, alone or with others, in {parts[0]}, and in {parts[1]}. Hardest "
        f"is {hardest}, where the best method reaches {score(best[hardest])}."
    )


def _better(
    basis: Basis, group: Callable[..., str], names: tuple[str, ...], leader: str
) -> list[str]:
    """Groups in which another method beats the leader, with that method and both scores."""
    scores: Mapping[tuple[str, str], float] = f1_by(basis, group, "mean")
    found = []
    for name in names:
        best = max(basis.methods, key=lambda method: scores[method, name])
        if scores[best, name] > scores[leader, name] + 1e-9:
            ours, theirs = score(scores[leader, name]), score(scores[best, name])
            found.append(f"{name}, {ours} against {theirs} of {code(best)}")
    return found


def _finds_joint(method: str) -> bool:
    """A method that is not registered is taken for one that does."""
    return method not in LOCALIZERS or localizer_class(method).info.finds_joint_shifts
