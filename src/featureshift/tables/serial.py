"""Whether neighboring rows are alike, as in a time series.

Every comparison counts rows as independent of each other. Where each follows from the one before,
a table holds fewer observations than rows, and two tables of one process differ by chance far more
than their rows would let them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind, Note
from featureshift.tables.sample import RowSample

FEWEST_ROWS, MOST_ROWS = 50, 1000
"""That are looked at."""
ALIKE = 0.3
"""Correlation of a column with itself one row later."""
CHANCE = 5.0
"""In standard errors: what chance does not reach."""
SMALLEST_SPREAD = 1e-20
"""Squared, as a share of the largest value: rounding noise of a constant."""
SHARE = 1 / 3
"""Of the columns; with fewer of them, the tables as a whole are no series."""


def serial_notes(kinds: Sequence[Kind], reference: RowSample, query: RowSample) -> list[Note]:
    """One note if neighboring rows of both tables are alike, else none."""
    found = [_alike(_in_order(sample), kinds) for sample in (reference, query)]
    if any(each is None or each.mean() < SHARE for each in found):
        return []
    message = (
        "neighboring rows are alike in many columns; if each follows from the one before, as in a "
        "time series, the tables may differ by chance"
    )
    return [Note(None, "serial-rows", message)]


def _in_order(sample: RowSample) -> NDArray[np.float64]:
    """Sampled rows as they followed each other in the table, [rows, features].

    What matters is whether the rows that are compared are alike, so those of a long table are
    looked at with the gaps that sampling left between them.
    """
    return np.asarray(sample.take(sample.in_order()[:MOST_ROWS]), np.float64)


def _alike(rows: NDArray[np.float64], kinds: Sequence[Kind]) -> NDArray[np.bool_] | None:
    """Of each column that can tell; None where too few rows or no columns can."""
    numeric = np.array([kind is not Kind.CATEGORICAL for kind in kinds])
    chosen = rows[:, numeric]
    finite = np.isfinite(chosen)
    largest = np.where(finite, np.abs(chosen), 0).max(axis=0, initial=0)
    scaled = np.where(finite, chosen, 0) / np.where(largest > 0, largest, 1)  # no overflow
    scaled -= scaled.sum(axis=0) / np.maximum(finite.sum(axis=0), 1)
    scaled[~finite] = 0
    pairs = (finite[:-1] & finite[1:]).sum(axis=0)
    spread = np.square(scaled).sum(axis=0) / np.maximum(finite.sum(axis=0), 1)
    telling = (pairs >= FEWEST_ROWS) & (spread > SMALLEST_SPREAD)
    if not telling.any():
        return None
    lagged = (scaled[:-1] * scaled[1:]).sum(axis=0)[telling] / pairs[telling]
    enough = np.maximum(ALIKE, CHANCE / np.sqrt(pairs[telling]))
    return np.asarray(lagged > enough * spread[telling])
