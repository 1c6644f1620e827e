"""The order of the paper's ten methods on a suite that all of them ran."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.fields.claim import COMPARED_THERE, CONDITIONAL, FILTERS
from benchmarks.publish.published import PUBLISHED_MODEL


@dataclass(frozen=True)
class OrderOfMethods:
    suite: str
    f1: dict[str, float]
    """Of the paper's methods, highest first."""
    conditional: float
    """Mean over the conditional tests."""
    filters: float
    ahead_of_datafix: tuple[str, ...]
    """Conditional tests and filters."""
    published: float | None
    """Of the model the authors published; None unless the suite has all of its tables."""
    ahead_of_published: tuple[str, ...]

    @property
    def place_of_fslnet(self) -> int:
        return list(self.f1).index("fslnet") + 1


def order_of_methods(compared: ComparableRows) -> OrderOfMethods | None:
    """None unless all ten ran the suite."""
    f1 = {each.method: each.mean for each in compared.summaries if each.method in COMPARED_THERE}
    if len(f1) < len(COMPARED_THERE):
        return None
    published = mean(PUBLISHED_MODEL.values())
    known = set(PUBLISHED_MODEL) <= set(compared.datasets)
    return OrderOfMethods(
        suite=compared.suite,
        f1=f1,
        conditional=mean(f1[method] for method in CONDITIONAL),
        filters=mean(f1[method] for method in FILTERS),
        ahead_of_datafix=tuple(m for m in (*CONDITIONAL, *FILTERS) if f1[m] > f1["datafix"]),
        published=published if known else None,
        ahead_of_published=tuple(method for method in f1 if f1[method] > published),
    )
