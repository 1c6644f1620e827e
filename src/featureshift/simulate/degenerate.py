"""Columns a network must have seen: constants, near-constants, copies of other columns.

A network never shown a constant column flags it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float32]

MOST = 0.3
"""Largest share of columns that are replaced."""
MOST_RARE = 0.02
"""Largest share of the rows in which a near-constant column differs from its constant; from one
row on, drawn log-uniformly."""


def with_degenerate_columns(values: Values, rng: np.random.Generator) -> Values:
    """A copy of [rows, features] in which a few columns are degenerate, each in its own way."""
    table = values.copy()
    d = table.shape[1]
    count = int(rng.integers(1, max(2, round(MOST * d) + 1)))
    ways = list(WAYS.values())
    for column in rng.choice(d, size=count, replace=False):
        way = ways[int(rng.integers(len(ways)))]
        table[:, column] = way(values, int(column), rng)
    return table


def _constant(values: Values, column: int, rng: np.random.Generator) -> Values:
    return np.full(len(values), values[int(rng.integers(len(values))), column], np.float32)


def _rare(values: Values, column: int, rng: np.random.Generator) -> Values:
    """0, and in a few rows 1."""
    del column
    low = np.log(1 / len(values))
    rate = float(np.exp(rng.uniform(low, max(low, np.log(MOST_RARE)))))
    return (rng.random(len(values)) < rate).astype(np.float32)


def _copy(values: Values, column: int, rng: np.random.Generator) -> Values:
    del column
    return values[:, int(rng.integers(values.shape[1]))]


WAYS: dict[str, Callable[[Values, int, np.random.Generator], Values]] = {
    "constant": _constant,
    "rare": _rare,
    "copy": _copy,
}
"""From the table, a column and randomness to the new values [rows] of that column."""
