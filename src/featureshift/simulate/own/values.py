"""Our own shifts of values: each cell becomes a function of itself, or of itself and noise.

All but the noise are nondecreasing functions, so none is the negation E2. Where E4 draws the sign
of its step per value, an offset has one per column and noise has no fixed step. The grid keeps
three or more levels, where E5 leaves two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.manipulation import CONTINUOUS, Kind, Values
from featureshift.simulate.own.columns import ColumnManipulation, log_uniform


@dataclass(frozen=True)
class UnitFactor(ColumnManipulation):
    """Another unit: the distance to 0, or to 1, multiplied by a factor below 1."""

    factor: tuple[float, float] = (math.exp(-3), math.exp(-0.05))

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _new_cells(self, cells: Values, _: Values, rng: np.random.Generator) -> Values:
        factor = np.float32(log_uniform(*self.factor, rng))
        return factor * cells if rng.random() < 0.5 else 1 - factor * (1 - cells)


@dataclass(frozen=True)
class Offset(ColumnManipulation):
    """The whole column moved up or down by some standard deviations."""

    deviations: tuple[float, float] = (0.05, 2)

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _new_cells(self, cells: Values, _: Values, rng: np.random.Generator) -> Values:
        step = np.float32(log_uniform(*self.deviations, rng) * float(cells.std()))
        return cells + step if rng.random() < 0.5 else cells - step


@dataclass(frozen=True)
class Clipping(ColumnManipulation):
    """A limit above or below: the outer share of the cells moves to its quantile."""

    share: tuple[float, float] = (0.02, 0.4)

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _new_cells(
        self, cells: Values, _: Values, rng: np.random.Generator
    ) -> NDArray[np.floating]:
        share = log_uniform(*self.share, rng)
        if rng.random() < 0.5:
            return np.clip(cells, None, np.quantile(cells, 1 - share, method="lower"))
        return np.clip(cells, np.quantile(cells, share, method="higher"), None)


@dataclass(frozen=True)
class CoarserGrid(ColumnManipulation):
    """Rounded to equal steps between the lowest and the highest value.

    The grid has fewer levels than the column has values. A column that would not keep three levels
    stays as it is, for two are what E5 leaves.
    """

    levels: tuple[int, int] = (3, 40)

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _new_cells(self, cells: Values, _: Values, rng: np.random.Generator) -> Values:
        most = min(self.levels[1], len(np.unique(cells)) - 1)
        if most < self.levels[0]:
            return cells
        steps = round(log_uniform(self.levels[0], most, rng)) - 1
        low, width = cells.min(), np.ptp(cells)
        rounded: Values = low + np.round((cells - low) / width * steps) / np.float32(steps) * width
        return rounded if len(np.unique(rounded)) > 2 else cells


@dataclass(frozen=True)
class SmallNoise(ColumnManipulation):
    """Uniform or Laplace noise, most often in proportion to the column's deviation."""

    scale: tuple[float, float] = (0.03, 0.8)
    share_relative: float = 0.7
    share_folded: float = 0.5
    """Probability that what leaves [0, 1] is folded back; else it is clipped, which leaves heaps at
    the ends that would give the noise away."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _new_cells(
        self, cells: Values, _: Values, rng: np.random.Generator
    ) -> NDArray[np.floating]:
        scale = log_uniform(*self.scale, rng)
        if rng.random() < self.share_relative:
            scale *= float(cells.std())
        uniform = rng.random() < 0.5
        noise = rng.uniform(-1, 1, cells.size) if uniform else rng.laplace(0, 0.5, cells.size)
        moved = cells + scale * noise
        return 1 - np.abs(1 - np.abs(moved)) if rng.random() < self.share_folded else moved


@dataclass(frozen=True)
class PowerWarp(ColumnManipulation):
    """x to a power above or below 1: the order is kept, the shape is not."""

    power: tuple[float, float] = (math.exp(0.05), math.exp(1.2))

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _new_cells(self, cells: Values, _: Values, rng: np.random.Generator) -> Values:
        power = log_uniform(*self.power, rng)
        return cells ** np.float32(power if rng.random() < 0.5 else 1 / power)
