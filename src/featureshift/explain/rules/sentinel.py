"""A number that stands for "no value", such as -999, read as a measurement."""

from __future__ import annotations

from collections.abc import Iterator

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.quantities import heaps, rare_heaps
from featureshift.explain.rules.fill import filled, is_sentinel


def propose(case: Case) -> Iterator[Proposal]:
    """A heap at a value that the reference never had and hardly can have."""
    for heap in heaps(case.column) or rare_heaps(case.column):
        if not case.column.categorical and is_sentinel(heap.value, case.column):
            yield from filled(case, heap, "{value}, which the reference never has")
