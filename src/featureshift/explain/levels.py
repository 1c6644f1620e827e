"""Shares of categories, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair

Vector = NDArray[np.float64]

EXPECTED = 6
"""Rows that a category should have had, from which on none at all is no coincidence."""


class LevelShares(NamedTuple):
    reference: Vector
    """[categories], of the present values"""
    query: Vector
    lost: tuple[int, ...]
    """Categories that only the reference has, the largest first."""
    new: tuple[int, ...]
    """Categories that only the query has, the largest first."""

    @property
    def gain(self) -> Vector:
        return self.query - self.reference


def level_shares(column: ColumnPair) -> LevelShares:
    size = len(column.labels)
    before, after = (
        np.bincount(values.astype(np.int64), minlength=size)
        for values in (column.before, column.after)
    )
    first, second = before / max(before.sum(), 1), after / max(after.sum(), 1)
    # A category seen a few times may be absent by chance.
    lost = np.flatnonzero((after == 0) & (first * len(column.after) >= EXPECTED))
    new = np.flatnonzero((before == 0) & (second * len(column.before) >= EXPECTED))
    return LevelShares(
        first,
        second,
        tuple(lost[np.argsort(-before[lost], kind="stable")].tolist()),
        tuple(new[np.argsort(-after[new], kind="stable")].tolist()),
    )


def moved(codes: Vector, into: Mapping[int, int]) -> Vector:
    """Some categories replaced by others.

    >>> moved(np.array([0.0, 1.0, np.nan]), {0: 2}).tolist()
    [2.0, 1.0, nan]
    """
    result = codes.copy()
    for old, new in into.items():
        result[codes == old] = new
    return result
