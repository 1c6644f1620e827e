"""The right values in the wrong rows, as after a wrong join."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent

Vector = NDArray[np.float64]


def propose(case: Case) -> Iterator[Proposal]:
    """All rows, or as many as would weaken the relations to what they are now."""
    before, after = case.strength
    if not case.related:
        return
    words = "values are shuffled between rows: the distribution stays, relations are gone"
    yield Proposal(words, shuffled(case, 1.0), 0, {"share": 1.0})
    share = 1 - after / before
    if 0.05 < share < 0.95:
        words = f"about {percent(share)} of the values are in the wrong rows"
        yield Proposal(words, shuffled(case, share), 1, {"share": share})


def shuffled(case: Case, share: float) -> Vector:
    values = case.column.reference.copy()
    chosen = np.flatnonzero(case.rng.random(len(values)) < share)
    values[chosen] = values[case.rng.permutation(chosen)]
    return values
