"""The right values in the wrong rows, as after a wrong join."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.relations import correlations
from featureshift.explain.words import percent

Vector = NDArray[np.float64]

ALIKE = 3.0
"""Standard errors of the correlation of neighbors, beyond which rows are in their order."""


def propose(case: Case) -> Iterator[Proposal]:
    """All rows, or as many as would weaken the relations to what they are now."""
    before, after = case.strength
    if not case.related:
        return
    words = "values are shuffled between rows: the distribution stays, relations are gone"
    lost = at_most(not neighbors_are_alike(case.column))
    yield Proposal(words, shuffled(case, 1.0), 0, {"share": 1.0}, at_most=lost)
    share = 1 - after / before
    if 0.05 < share < 0.95:
        words = f"about {percent(share)} of the values are in the wrong rows"
        yield Proposal(words, shuffled(case, share), 1, {"share": share}, at_most=lost)


def neighbors_are_alike(column: ColumnPair) -> bool:
    """Whether a value of the query resembles that of the row before it: shuffled ones do not."""
    values = column.ordered
    next_to = np.diff(column.positions) == 1
    first, second = values[:-1][next_to], values[1:][next_to]
    known = ~(np.isnan(first) | np.isnan(second))
    if column.categorical or not known.any():  # categories have no order that could be alike
        return False
    alike = float(correlations(first, second[:, None]).r[0])
    return alike * math.sqrt(known.sum()) > ALIKE


def shuffled(case: Case, share: float) -> Vector:
    values = case.column.reference.copy()
    chosen = np.flatnonzero(case.rng.random(len(values)) < share)
    values[chosen] = values[case.rng.permutation(chosen)]
    return values
