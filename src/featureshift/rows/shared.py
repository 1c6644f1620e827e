"""Rows that stand in both tables, wholly or but for a few columns.

Two exports of one source, a table and the same one with new rows, two windows of time that overlap.
Such rows make values of one table occur in the other more often than chance would, in all columns,
which must not be taken for values that were filled in from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from featureshift.rows.agreement import (
    SCREENED,
    SCREENING,
    THOROUGH,
    Flags,
    Indices,
    Telling,
    agreeing_rows,
    screened,
)
from featureshift.tables.sample import RowSample

LEAST_SHARE = 1e-2
"""Of the rows of either table: fewer do not matter."""


class Shared(NamedTuple):
    """[rows] of the samples: which of them stand in the other sample, too."""

    reference: Flags
    query: Flags

    @property
    def shares(self) -> tuple[float, float]:
        reference, query = (float(np.mean(each)) if len(each) else 0.0 for each in self)
        return reference, query

    @property
    def matter(self) -> bool:
        return max(self.shares) >= LEAST_SHARE


def shared_rows(reference: RowSample, query: RowSample, telling: Telling) -> Shared:
    """Nothing where rows tell too little of themselves, so that strangers are alike."""
    samples = reference, query
    nothing = Shared(*(np.zeros(len(sample), np.bool_) for sample in samples))
    if not telling.suffice or min(map(len, samples)) == 0:
        return nothing
    if max(map(len, samples)) > SCREENED:
        # The smallest keys of both: rows that are equal are met together, others by chance.
        few = _find(samples, (screened(reference), screened(query)), telling, SCREENING)
        met = SCREENED / max(map(len, samples))
        if max(few.shares) < LEAST_SHARE * met / 2:
            return nothing
    everyone = np.arange(len(reference)), np.arange(len(query))
    found = _find(samples, everyone, telling, THOROUGH)
    return found if found.matter else nothing


def _find(
    samples: tuple[RowSample, RowSample],
    rows: tuple[Indices, Indices],
    telling: Telling,
    attempts: int,
) -> Shared:
    taken = [sample.take(some, telling.columns) for sample, some in zip(samples, rows, strict=True)]
    links = agreeing_rows(np.concatenate(taken), telling.salts, attempts)
    cut = len(rows[0])
    across = (links.one < cut) != (links.other < cut)
    found = np.zeros(cut + len(rows[1]), np.bool_)
    found[links.one[across]] = found[links.other[across]] = True
    return Shared(found[:cut], found[cut:])
