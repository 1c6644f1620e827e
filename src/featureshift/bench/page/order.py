"""The order of the methods here and in the paper, and what moved."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import mean

from featureshift.bench.basis import Basis
from featureshift.bench.page.claims import COMPARED_THERE, CONDITIONAL, FILTERS
from featureshift.bench.page.words import code, listed, paragraphs, score
from featureshift.bench.published import PUBLISHED_MODEL
from featureshift.bench.told import is_told

THE_PAPERS = (
    "The paper shows its order in a figure without numbers; its text puts FSL-Net first and "
    "DataFix level with it, the conditional tests clearly below, and calls all four filters poor."
)


def order_of_methods(basis: Basis) -> str:
    """Of the paper's ten methods on one suite; nothing unless all of them ran it."""
    found = {each.method: each.mean for each in basis.summaries if each.method in COMPARED_THERE}
    if len(found) < len(COMPARED_THERE):
        return ""
    order = listed(
        f"{code(method)} {score(f1)}{' (told the number)' if is_told(method) else ''}"
        for method, f1 in found.items()
    )
    return paragraphs(
        f"{THE_PAPERS} On suite `{basis.suite}` the same ten stand in this order: {order}. "
        f"{_groups(found)} {_fslnet(found, basis.datasets)}"
    )


def _groups(found: dict[str, float]) -> str:
    """Whether the three kinds of methods stand as they do in the paper."""
    kinds = {"the conditional tests": CONDITIONAL, "the filters": FILTERS}
    means = {name: mean(found[method] for method in group) for name, group in kinds.items()}
    above = means["the conditional tests"] > means["the filters"]
    text = listed(f"{name} {score(f1)}" for name, f1 in means.items())
    both = set(CONDITIONAL) | set(FILTERS)
    first = found["datafix"] > max(found[method] for method in both)
    return (
        f"As kinds, {text} on average: {'as' if above else 'not as'} in the paper. `datafix` is "
        f"{'ahead of' if first else 'not ahead of'} all of them."
    )


def _fslnet(found: dict[str, float], datasets: Iterable[str]) -> str:
    ours = f"Our `fslnet` is number {list(found).index('fslnet') + 1} of {len(found)}"
    if not set(PUBLISHED_MODEL) <= set(datasets):
        return f"{ours}."
    theirs = mean(PUBLISHED_MODEL.values())
    ahead = [code(method) for method, f1 in found.items() if f1 > theirs]
    place = f"come after {listed(ahead)}" if ahead else "be first, as in the paper"
    return (
        f"{ours}; the model its authors published, which learned for seven days, has "
        f"{score(theirs)} on these tables, at other numbers of rows, and would {place}."
    )
