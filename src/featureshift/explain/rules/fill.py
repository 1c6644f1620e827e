"""One value where others, or nothing, should be: a constant, an imputed mean."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.quantities import Heap, heaps
from featureshift.explain.words import percent, value

SENTINELS = {
    float(s * v) for v in (9, 99, 999, 9999, 99999, 88, 888, 8888, 77, 777) for s in (1, -1)
}
SENTINELS |= {0.0, -1.0}
USUAL = 0.02
"""Share of the reference's rows that hold a value."""


def propose(case: Case) -> Iterator[Proposal]:
    """A heap at a value that could have been a measurement."""
    for heap in heaps(case.column):
        if not case.column.categorical and not is_sentinel(heap.value, case.column):
            yield from filled(case, heap, "the one value {value}")


def is_sentinel(value: float, column: ColumnPair) -> bool:
    """Never seen in the reference, and outside its range or a number that stands for nothing."""
    low, high = float(column.before[0]), float(column.before[-1])
    if value in column.before:
        return False
    outside = not low <= value <= high
    lonely = outside and min(abs(value - low), abs(value - high)) > 0.5 * (high - low)
    return lonely or (value in SENTINELS and outside)


def filled(case: Case, heap: Heap, what: str) -> Iterator[Proposal]:
    """Missing cells filled, where there are now fewer of them, or cells of any kind."""
    column = case.column
    numbers = {"value": heap.value, "share": heap.share}
    name = what.format(value=value(heap.value, column.dated))
    gone = np.isnan(column.reference)
    if column.missing[0] > column.missing[1] and gone.any():
        share = 1 - column.missing[1] / column.missing[0]
        chosen = gone & (case.rng.random(len(gone)) < share)
        words = f"missing cells hold {name} ({percent(heap.share)} of the rows)"
        yield Proposal(words, np.where(chosen, heap.value, column.reference), 0.5, numbers)
        everywhere = case.rng.random(len(gone)) < heap.share
        words = f"{percent(heap.share)} of the rows, missing or not, hold {name}"
        yield Proposal(words, np.where(everywhere, heap.value, column.reference), 1, numbers)
    chosen = ~gone & (case.rng.random(len(gone)) < heap.share)
    words = f"{percent(heap.share)} of the rows hold {name}"
    if heap.share > 0.999:
        words = f"every row holds {name}"
    usual = heap.before > USUAL
    if usual and heap.share <= 0.999:
        # It may be so in more rows of another population.
        now = heap.before + heap.share * (1 - heap.before)
        shares = f"{percent(heap.before)} -> {percent(now)} of the rows"
        words = f"{value(heap.value, column.dated)} is more frequent: {shares}"
    values = np.where(chosen, heap.value, column.reference)
    yield Proposal(words, values, 1, numbers, at_most=at_most(not usual))
