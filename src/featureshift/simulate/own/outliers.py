"""Our own shifts of a few cells, gross ones: a factor, a sign, a code for "unknown", a far place.

At most one cell in twenty is struck, and nearly all of what is written lies outside of the range
that the column had; the evaluation never leaves it.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.manipulation import CONTINUOUS, Kind, Values
from featureshift.simulate.own.columns import ColumnManipulation, log_uniform


@dataclass(frozen=True)
class Outliers(ColumnManipulation):
    """A small share of the cells, one at least. Implement :meth:`_wild`.

    Scenes are normalized, so where the column's own zero was is not known: it is drawn, at the
    lowest value or somewhere below.
    """

    share: tuple[float, float] = (0.001, 0.05)
    zero_at_lowest: float = 0.5
    """Probability that the lowest value is zero."""
    zero_below: tuple[float, float] = (0.01, 10.0)
    """Else how far below it zero lies."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS
    leaves_range: ClassVar[bool] = True

    def _new_cells(
        self, cells: Values, _: Values, rng: np.random.Generator
    ) -> NDArray[np.floating]:
        count = max(1, round(log_uniform(*self.share, rng) * cells.size))
        struck = rng.choice(cells.size, count, replace=False)
        new = cells.astype(np.float64)
        new[struck] = self._wild(new[struck], rng)
        return new

    def _zero(self, rng: np.random.Generator) -> float:
        at_lowest = rng.random() < self.zero_at_lowest
        return 0.0 if at_lowest else -log_uniform(*self.zero_below, rng)

    @abstractmethod
    def _wild(self, cells: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
        """[struck]: what is written in their place."""


@dataclass(frozen=True)
class WrongFactor(Outliers):
    """Cells in another unit, or with a lost decimal point; one factor for all, or one for each."""

    factor: tuple[float, float] = (10.0, 1e4)

    def _wild(self, cells: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
        zero = self._zero(rng)
        size = 1 if rng.random() < 0.5 else cells.size
        low, high = self.factor
        factor = np.exp(rng.uniform(math.log(low), math.log(high), size))
        return np.asarray(zero + factor * (cells - zero))


@dataclass(frozen=True)
class WrongSign(Outliers):
    """Cells on the other side of a zero that no value was below."""

    def _wild(self, cells: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
        return np.asarray(2 * self._zero(rng) - cells)


@dataclass(frozen=True)
class Sentinel(Outliers):
    """A code for "unknown", "none" or "too much", written as if it were a value.

    The column's unit is drawn: a code may lie near the values or far away from them.
    """

    codes: tuple[float, ...] = (-1, -99, -999, 0, 99, 999, 9999, 255, 32767, 2**31 - 1)
    span: tuple[float, float] = (1.0, 1e4)
    """The column's range in its own unit."""

    def _wild(self, cells: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
        span = log_uniform(*self.span, rng)
        return np.full(cells.size, self._zero(rng) + float(rng.choice(self.codes)) / span)


@dataclass(frozen=True)
class BeyondRange(Outliers):
    """Cells somewhere above the highest value or below the lowest, on one side or on both."""

    distance: tuple[float, float] = (0.05, 20.0)
    """In ranges of the column, at most."""
    share_one_sided: float = 0.7

    def _wild(self, cells: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
        farthest = log_uniform(*self.distance, rng)
        distance = rng.uniform(0.02, farthest, cells.size)
        up = rng.random(cells.size) < 0.5
        if rng.random() < self.share_one_sided:
            up[:] = up[0]
        return np.where(up, 1 + distance, -distance)
