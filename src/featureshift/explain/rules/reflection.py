"""The sign flipped, or values counted from the other end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.quantities import landmarks, quantiles, snapped
from featureshift.explain.words import number

SAME_STORY = 0.2


def propose(case: Case) -> Iterator[Proposal]:
    """Query = constant - reference; the constant is the typical sum of opposite quantiles."""
    column = case.column
    if column.categorical or min(len(column.before), len(column.after)) == 0:
        return
    before, after = quantiles(column)
    typical = float(np.median(after + before[::-1]))
    first, second = landmarks(column.before), landmarks(column.after)
    exact = [first.low + second.high, first.high + second.low, first.heap + second.heap]
    if case.expected_mean is not None:
        exact.append(float(column.after.mean()) + case.expected_mean)
    yield Proposal("the sign is flipped", -column.reference, 0.5, {"center": 0.0})
    for total in dict.fromkeys([typical, *exact]):
        if abs(total - typical) < SAME_STORY * column.spread:
            yield _from_the_end(case, total)


def _from_the_end(case: Case, total: float) -> Proposal:
    words = f"values are reflected about {number(total / 2)}: {number(total)} minus the value"
    values, rounding = snapped(total - case.column.reference, case.column)
    numbers = {"center": total / 2}
    return Proposal(words, values, 1 + rounding, numbers, at_most=at_most(case.related))
