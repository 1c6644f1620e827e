"""What the paper's text says about who finds which shifts, and whether our results say so too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import mean

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.fields.claim import (
    COMPARED_THERE,
    CONDITIONAL,
    NEGLIGIBLE,
    TRAINING,
    Claim,
    Verdict,
    finished_by_datafix,
    theirs,
)
from benchmarks.publish.fields.leaderboard import JOINT
from benchmarks.publish.profiles import f1_by, overall
from benchmarks.publish.words import code, counted, listed, score, scored, signed
from featureshift.bench.aggregate import GROUPINGS, compare
from featureshift.bench.task import Task

WIDE = 1227
"""Columns of the narrowest table that the paper counts as high-dimensional, Phenotypes."""


def _centers(
    compared: ComparableRows, methods: Iterable[str], center: str = "mean"
) -> dict[str, float]:
    return {method: overall(compared, method, center).f1 for method in methods}


def _without_joint(compared: ComparableRows, methods: Sequence[str]) -> dict[str, float]:
    """Mean F1 over the manipulations that change single columns."""
    by_kind = f1_by(compared, GROUPINGS["manipulation"], "mean")
    marginal = [name for name in compared.manipulations if name not in JOINT]
    return {method: mean(by_kind[method, name] for name in marginal) for method in methods}


def _highest(compared: ComparableRows) -> Verdict:
    best = theirs(compared)[0]
    numbers = scored(_centers(compared, dict.fromkeys(("fslnet", best))))
    return Verdict(best == "fslnet", numbers, TRAINING)


def _comparable(compared: ComparableRows) -> Verdict | None:
    own = finished_by_datafix(compared)
    if not own.rows:
        return None
    paired = compare(own.rows, "fslnet", "datafix")
    interval = f"{signed(paired.low)} to {signed(paired.high)}"
    numbers = f"difference {signed(paired.difference)} ({interval}){_on_finished(own)}"
    return Verdict(paired.high >= 0, numbers, TRAINING)


def _filters_are_poor(compared: ComparableRows) -> Verdict:
    order = theirs(compared)
    lower = order[len(order) // 2 :]
    filters = ("select-k-best", "mutual-info")
    numbers = scored(_centers(compared, filters))
    apart = f"without {listed(JOINT)} {scored(_without_joint(compared, filters))}"
    return Verdict(set(filters) <= set(lower), f"{numbers}; {apart}")


def _filters_miss_joint(compared: ComparableRows) -> Verdict:
    return _joint(compared, ("mrmr", "fast-cmim"), lambda f1: f1 < 0.1)


def _greedy_filters_find_marginal(compared: ComparableRows) -> Verdict:
    found = _without_joint(compared, ("mrmr", "fast-cmim"))
    return Verdict(min(found.values()) > 0.5, scored(found))


def _conditional_find_joint(compared: ComparableRows) -> Verdict:
    return _joint(compared, (*CONDITIONAL, "datafix"), lambda f1: f1 > 0.5)


def _joint(
    compared: ComparableRows, methods: Sequence[str], enough: Callable[[float], bool]
) -> Verdict:
    by_kind = f1_by(compared, GROUPINGS["manipulation"], "mean")
    found = {(m, name): by_kind[m, name] for m in methods for name in JOINT}
    numbers = (
        f"{code(m)} {' and '.join(score(found[m, name]) for name in JOINT)}" for m in methods
    )
    return Verdict(all(enough(f1) for f1 in found.values()), listed(numbers))


def _knn_is_best_conditional(compared: ComparableRows) -> Verdict:
    medians = _centers(compared, CONDITIONAL, "median")
    return Verdict(max(medians, key=medians.__getitem__) == "knn-ks", scored(medians))


def _beats_conditional(compared: ComparableRows, center: str = "mean") -> Verdict:
    found = _centers(compared, ("fslnet", *CONDITIONAL), center)
    return Verdict(max(found, key=found.__getitem__) == "fslnet", scored(found))


def _matches_datafix_by_median(compared: ComparableRows) -> Verdict:
    found = _centers(compared, ("fslnet", "datafix"), "median")
    holds = found["fslnet"] >= found["datafix"] - NEGLIGIBLE
    return Verdict(holds, scored(found), TRAINING)


def _on_finished(own: ComparableRows) -> str:
    return f" on {counted(len(own.datasets), 'table')} of which `datafix` finished most tasks"


def _best_on_wide(compared: ComparableRows) -> Verdict | None:
    """Over all competitors on each table of at least ``WIDE`` columns."""
    widths = {Task.from_id(row.task).dataset: row.n_features for row in compared.rows}
    by_name = f1_by(compared, GROUPINGS["dataset"], "mean")
    best, numbers = set(), []
    for name in (name for name in compared.datasets if widths[name] >= WIDE):
        found = {method: by_name[method, name] for method in theirs(compared)}
        top = max(found, key=found.__getitem__)
        shown = scored({method: found[method] for method in ("fslnet", top)})
        best.add(top)
        late = [m for m in found if name in compared.hardly_finished.get(m, ())]
        words = f" ({listed(map(code, late))} finished fewer than half)" if late else ""
        numbers.append(f"{name}: {shown}{words}")
    return Verdict(best == {"fslnet"}, "; ".join(numbers)) if numbers else None


def _medians_flatter_conditional(compared: ComparableRows) -> Verdict:
    means, medians = (_centers(compared, CONDITIONAL, center) for center in ("mean", "median"))
    numbers = listed(f"{code(m)} {score(means[m])} and {score(medians[m])}" for m in CONDITIONAL)
    return Verdict(all(medians[method] > means[method] for method in CONDITIONAL), numbers)


def _misses_e10(compared: ComparableRows) -> Verdict | None:
    own = finished_by_datafix(compared)
    if "E10" not in own.manipulations:
        return None
    f1 = f1_by(own, GROUPINGS["manipulation"], "mean")["datafix", "E10"]
    names = dict.fromkeys(task.dataset for task in own.tasks if task.manipulation == "E10")
    return Verdict(f1 < 0.5, f"{code('datafix')} {score(f1)} on {listed(names)}")


def _finds_e10(compared: ComparableRows) -> Verdict:
    f1 = f1_by(compared, GROUPINGS["manipulation"], "mean")["fslnet", "E10"]
    return Verdict(f1 > 0.5, f"{code('fslnet')} {score(f1)}")


def _weak_at_e4_and_e9(compared: ComparableRows) -> Verdict | None:
    compared = finished_by_datafix(compared)
    if not compared.rows:
        return None
    by_kind = f1_by(compared, GROUPINGS["manipulation"], "mean")
    behind = [
        name
        for name in compared.manipulations
        if by_kind["fslnet", name] < by_kind["datafix", name] - NEGLIGIBLE
    ]
    return Verdict(
        bool(behind) and all(name.startswith(("E4", "E9")) for name in behind),
        (f"behind at {listed(behind)}" if behind else "behind nowhere") + _on_finished(compared),
    )


def _matches_all_but(compared: ComparableRows) -> Verdict:
    """Of every manipulation the best of the others, if it is ahead."""
    by_kind = f1_by(compared, GROUPINGS["manipulation"], "mean")
    others = [method for method in theirs(compared) if method != "fslnet"]
    best = {n: max(others, key=lambda m: by_kind[m, n]) for n in compared.manipulations}
    behind = [n for n in best if by_kind["fslnet", n] < by_kind[best[n], n] - NEGLIGIBLE]
    leads = {m: [n for n in behind if best[n] == m] for m in others}
    words = [f"{code(method)} at {listed(names)}" for method, names in leads.items() if names]
    numbers = f"behind {listed(words)}" if words else "behind nowhere"
    return Verdict(all(name.startswith(("E4", "E9")) for name in behind), numbers, TRAINING)


ACCURACY: tuple[Claim, ...] = (
    Claim("FSL-Net has the highest mean F1 (of its ten)", _highest, COMPARED_THERE),
    Claim(
        "FSL-Net is at least comparable to DataFix (not worse beyond chance)",
        _comparable,
        ("fslnet", "datafix"),
    ),
    Claim(
        f"By the median, FSL-Net matches DataFix (not below by more than {NEGLIGIBLE})",
        _matches_datafix_by_median,
        ("fslnet", "datafix"),
    ),
    Claim(
        f"FSL-Net is behind none of the others (by more than {NEGLIGIBLE}) but at E4 and E9",
        _matches_all_but,
        COMPARED_THERE,
        ("E9",),
    ),
    Claim(
        f"FSL-Net is behind DataFix (by more than {NEGLIGIBLE}) at E4 and E9 only",
        _weak_at_e4_and_e9,
        ("fslnet", "datafix"),
        ("E9",),
    ),
    Claim(
        "FSL-Net is ahead of all conditional tests, which are given the number",
        _beats_conditional,
        ("fslnet", *CONDITIONAL),
    ),
    Claim(
        "By the median too, FSL-Net is ahead of all conditional tests",
        partial(_beats_conditional, center="median"),
        ("fslnet", *CONDITIONAL),
    ),
    Claim(
        f"FSL-Net is ahead of the other nine on wide tables ({WIDE:,} columns or more)",
        _best_on_wide,
        COMPARED_THERE,
    ),
    Claim("DataFix fails at E10 (below 0.5)", _misses_e10, ("datafix",), ("E10",)),
    Claim("FSL-Net finds E10 (above 0.5)", _finds_e10, ("fslnet",), ("E10",)),
    Claim(
        "SelectKBest and MI localize poorly (lower half by mean F1)",
        _filters_are_poor,
        ("select-k-best", "mutual-info"),
    ),
    Claim(
        "MRMR and Fast-CMIM fail entirely at E3 and E8 (below 0.1)",
        _filters_miss_joint,
        ("mrmr", "fast-cmim"),
        JOINT,
    ),
    Claim(
        "MRMR and Fast-CMIM do well at shifts of single columns (above 0.5 without E3 and E8)",
        _greedy_filters_find_marginal,
        ("mrmr", "fast-cmim"),
        JOINT,
    ),
    Claim(
        "Conditional tests and DataFix find E3 and E8 (above 0.5)",
        _conditional_find_joint,
        (*CONDITIONAL, "datafix"),
        JOINT,
    ),
    Claim(
        "KNN-KS has the highest median F1 of the conditional tests",
        _knn_is_best_conditional,
        CONDITIONAL,
    ),
    Claim(
        "Conditional tests are better by the median than by the mean",
        _medians_flatter_conditional,
        CONDITIONAL,
    ),
)
