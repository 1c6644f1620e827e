"""How a column changed, how re-weighted rows would have changed it, and whether these agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.population.cells import Cells
from featureshift.explain.population.raking import worth

Vector = NDArray[np.float64]


class Agreement(NamedTuple):
    """Squared lengths of changes of shares, each in units of what a row more or less makes.

    Times the rows they are about chi-square; what chance gives is taken off.
    """

    observed: float
    """Of the change from reference to query."""
    left: float
    """Of what remains of it after re-weighting."""
    predicted: float
    """Of the change that re-weighting makes."""
    along: float
    """Observed times predicted: the same as ``predicted`` where all happened as predicted, 0
    where nothing happened."""
    rows: float
    """That either sample is worth, if both were of one length."""

    def __add__(self, other: Agreement) -> Agreement:  # type: ignore[override]
        return Agreement(
            self.observed + other.observed,
            self.left + other.left,
            self.predicted + other.predicted,
            self.along + other.along,
            min(self.rows, other.rows),
        )

    @property
    def gain(self) -> float:
        """By how much re-weighting brings reference and query together, about chi-square."""
        return self.rows * (self.observed - self.left)

    @property
    def slope(self) -> float:
        """Observed change per predicted one: 1 if all happened as predicted, 0 if nothing did."""
        return self.along / self.predicted if self.predicted > 0 else 0.0

    @property
    def explained(self) -> float:
        """Share of the observed change, from 0 to 1."""
        if self.observed <= 0:
            return 0.0
        return float(np.clip(1 - max(self.left, 0.0) / self.observed, 0, 1))


NOTHING = Agreement(0.0, 0.0, 0.0, 0.0, np.inf)


def agreement(column: Cells, weights: Vector) -> Agreement:
    """Of one column that is no driver, in cells; ``weights`` [reference rows]."""
    before, after = (
        np.bincount(codes, minlength=column.size) / max(len(codes), 1)
        for codes in (column.reference, column.query)
    )
    weighted = np.bincount(column.reference, weights, column.size) / max(weights.sum(), 1e-300)
    pooled = (before + after) / 2
    used = pooled > 0
    scale = np.where(used, 1 / np.maximum(pooled, 1e-300), 0.0)
    freedom = max(int(used.sum()) - 1, 0)
    plain, now = (_both(rows, len(column.query)) for rows in (len(weights), worth(weights)))
    change, made, rest = after - before, weighted - before, after - weighted
    return Agreement(
        observed=float((change**2 * scale).sum()) - freedom / plain,
        left=float((rest**2 * scale).sum()) - freedom / now,
        predicted=float((made**2 * scale).sum()) - freedom * _extra(weights),
        along=float((made * change * scale).sum()),
        rows=now,
    )


def together(columns: Mapping[str, Cells], weights: Vector) -> Agreement:
    """Of several columns."""
    total = NOTHING
    for column in columns.values():
        total = total + agreement(column, weights)
    return total


def _extra(weights: Vector) -> float:
    """Variance of a weighted share beyond that of a plain one, in units of the share."""
    return 1 / max(worth(weights), 1.0) - 1 / max(len(weights), 1)


def _both(first: float, second: float) -> float:
    return max(first, 1.0) * max(second, 1.0) / max(first + second, 1.0)
