"""The sign flipped, or values counted from the other end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.lattice import PROVEN, exact_offset
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.quantities import landmarks, quantiles, snapped
from featureshift.explain.words import number

SAME_STORY = 0.2
UNRELATED = 1.0
"""Price of what no relation tells."""


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
    near = [each for each in (typical, *exact) if abs(each - typical) < SAME_STORY * column.spread]
    proven = [each for about in near if (each := exact_offset(column, about)) is not None]
    for total in dict.fromkeys(proven or near):
        yield _from_the_end(case, total, proven=bool(proven))


def _from_the_end(case: Case, total: float, *, proven: bool) -> Proposal:
    words = f"values are reflected about {number(total / 2)}: {number(total)} minus the value"
    values, rounding = snapped(total - case.column.reference, case.column)
    numbers = {"center": total / 2}
    # Where no relation tells that the order turned, an offset is the simpler story.
    price = (PROVEN if proven else 1.0) + (0.0 if case.related else UNRELATED) + rounding
    return Proposal(
        words, values, price, numbers, at_most=at_most(case.related), proven=proven and case.related
    )
