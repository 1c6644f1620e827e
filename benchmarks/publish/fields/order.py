"""The order of the methods here and in the paper, and what moved."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import mean

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.count_given import is_count_given
from benchmarks.publish.fields.claim import COMPARED_THERE, CONDITIONAL, FILTERS
from benchmarks.publish.published import PUBLISHED_MODEL
from benchmarks.publish.words import code, listed, paragraphs, score

THE_PAPERS = (
    "The paper shows its order in a figure that we do not have; its text puts FSL-Net first and "
    "DataFix level with it, says that FSL-Net clearly outperforms the conditional tests, and calls "
    "SelectKBest and MI poor, MRMR and Fast-CMIM limited."
)


def order_of_methods(compared: ComparableRows) -> str:
    """Of the paper's ten methods on one suite; nothing unless all of them ran it."""
    found = {each.method: each.mean for each in compared.summaries if each.method in COMPARED_THERE}
    if len(found) < len(COMPARED_THERE):
        return ""
    order = listed(
        f"{code(method)} {score(f1)}{' (told the number)' if is_count_given(method) else ''}"
        for method, f1 in found.items()
    )
    return paragraphs(
        f"{THE_PAPERS} On suite `{compared.suite}` the same ten stand in this order: {order}. "
        f"{_groups(found)} {_fslnet(found, compared.datasets)}"
    )


def _groups(found: dict[str, float]) -> str:
    """How the kinds of methods stand, of which the paper's text does not compare these two."""
    kinds = {"the conditional tests": CONDITIONAL, "the filters": FILTERS}
    means = {name: mean(found[method] for method in group) for name, group in kinds.items()}
    text = listed(f"{name} {score(f1)}" for name, f1 in means.items())
    ahead = [code(m) for m in (*CONDITIONAL, *FILTERS) if found[m] > found["datafix"]]
    who = f"all of them but {listed(ahead)}" if ahead else "all of them"
    return (
        f"As kinds, {text} on average; its text does not compare these two. `datafix` is ahead of "
        f"{who}."
    )


def _fslnet(found: dict[str, float], datasets: Iterable[str]) -> str:
    ours = f"Our `fslnet` is number {list(found).index('fslnet') + 1} of {len(found)}"
    if not set(PUBLISHED_MODEL) <= set(datasets):
        return f"{ours}."
    theirs = mean(PUBLISHED_MODEL.values())
    ahead = [code(method) for method, f1 in found.items() if f1 > theirs]
    place = f"below {listed(ahead)}" if ahead else "above all of these"
    return (
        f"{ours}; the model its authors published, which learned for seven days, has "
        f"{score(theirs)} on these tables at other numbers of rows (and fewer columns of "
        f"founders_sim), {place}, though not measured side by side."
    )
