"""Values that drift with the order of the rows, as a sensor does that ages."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.quantities import snapped
from featureshift.explain.words import duration, number
from featureshift.tables import Kind

CLEARLY = 6.0
"""Standard errors."""
LEAST = 0.2
"""Correlation with the order."""
FEWEST_ROWS = 100


def propose(case: Case) -> Iterator[Proposal]:
    """The first rows are as before, and each is a little farther away."""
    column = case.column
    known = ~np.isnan(column.query)
    if column.categorical or known.sum() < FEWEST_ROWS or len(column.places) != len(known):
        return
    values, order = column.query[known], column.places[known] / max(column.places.max(), 1)
    deviation = float(values.std() * order.std())
    if deviation == 0:
        return
    together = float(np.mean((values - values.mean()) * (order - order.mean())))
    if abs(together / deviation) < max(LEAST, CLEARLY / math.sqrt(len(values))):
        return
    slope = together / float(order.var())
    drift = slope * case.rng.random(len(column.reference))
    made, rounding = snapped(column.reference + drift, column)
    size = duration(slope) if column.kind is Kind.DATETIME else number(abs(slope))
    words = (
        f"values drift with the order of the rows: by {size} "
        f"{'up' if slope > 0 else 'down'} from the first to the last"
    )
    yield Proposal(words, made, 1 + rounding, {"drift": slope})
