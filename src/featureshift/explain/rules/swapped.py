"""Two columns under each other's name."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.margins import numbers_misfit
from featureshift.explain.proposals import Proposal

Vector = NDArray[np.float64]

LIKELY = 1e-3
EXCHANGED = 0.3
"""Price of the assumption itself, in digits."""


def propose(case: Case) -> Iterator[Proposal]:
    """Another shifted column whose reference looks like this query, and the other way round.

    Out of many columns one fits by chance: the choice has its price.
    """
    price = EXCHANGED + math.log10(max(len(case.flagged), 1))
    for name, other in case.flagged.items():
        if other.kind is not case.column.kind:
            continue
        values = renumbered(other.reference, other, case.column)
        if _fits(values, case.column) and _fits(
            renumbered(case.column.reference, case.column, other), other
        ):
            words = f"values are exchanged with those of '{name}'"
            yield Proposal(words, values, price, renames={case.column.feature: name})


def renumbered(values: Vector, column: ColumnPair, like: ColumnPair) -> Vector:
    """Categories by their position in another column; one that it does not know is missing."""
    if not column.categorical:
        return values
    places = {label: position for position, label in enumerate(like.labels)}
    codes = np.array([*(places.get(label, np.nan) for label in column.labels), np.nan])
    return np.asarray(codes[np.where(np.isnan(values), -1, values).astype(int)])


def _fits(values: Vector, column: ColumnPair) -> bool:
    present = np.sort(values[~np.isnan(values)])
    return numbers_misfit(present, column.after, column.resolution).p > LIKELY
