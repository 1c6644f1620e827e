"""The statistical measures, each one formula over states that several of them share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from featureshift.methods.measures.functional import FloatMap, Functional
from featureshift.methods.measures.grid import GridState, UniformGrid, cell_names
from featureshift.methods.measures.missing import MissingShare, MissingState
from featureshift.methods.measures.moments import CentralMoments, MomentState
from featureshift.methods.measures.ranks import absolute_deviation, quantile, trimmed_mean


@dataclass(frozen=True)
class Measure(ABC):
    """A few channels that describe each feature alone.

    A measure does not read rows: it says which functionals must (``reads``) and turns their
    states, in that order, into a map. Every measure takes the same two settings and uses what
    concerns it. To add one: subclass, set ``name``, and add a line to ``MEASURES``.

    >>> import numpy as np
    >>> measure = RawMoments(orders=(2,))
    >>> (functional,) = measure.reads
    >>> block = np.array([[0.0], [0.5]], np.float32)
    >>> state = functional.update(functional.start(1), block)
    >>> measure.channels, measure.result([state])
    (('moment_2',), array([[0.125]]))
    """

    name: ClassVar[str]

    cells: tuple[int, ...] = (100,)
    """Grids of the histogram and the ECDF; ranks are read from the finest."""
    orders: tuple[int, ...] = (2, 3)
    """Orders of the raw moments."""

    @property
    @abstractmethod
    def reads(self) -> tuple[Functional[Any], ...]:
        """The functionals whose states ``result`` expects."""

    @property
    def channels(self) -> tuple[str, ...]:
        return (self.name,)

    @abstractmethod
    def result(self, states: Sequence[Any]) -> FloatMap:
        """The map [channels, features], from one state for each of ``reads``."""


class _OfMoments(Measure):
    order: ClassVar[int] = 2

    @property
    def reads(self) -> tuple[Functional[Any], ...]:
        return (CentralMoments(self.order),)

    def result(self, states: Sequence[Any]) -> FloatMap:
        return self._read(states[0])[None, :]

    @abstractmethod
    def _read(self, moments: MomentState) -> FloatMap:
        """[features]"""


class Mean(_OfMoments):
    name = "mean"

    def _read(self, moments: MomentState) -> FloatMap:
        return moments.expectation


class StandardDeviation(_OfMoments):
    """Of the population: divided by n."""

    name = "std"

    def _read(self, moments: MomentState) -> FloatMap:
        return np.sqrt(moments.variance)


class Skewness(_OfMoments):
    """E[((x - mean) / std)**3]; 0 where the variance is 0."""

    name, order = "skewness", 3

    def _read(self, moments: MomentState) -> FloatMap:
        return _standardized(moments, 3)


class Kurtosis(_OfMoments):
    """E[((x - mean) / std)**4], so 3 for a Gaussian; 0 where the variance is 0."""

    name, order = "kurtosis", 4

    def _read(self, moments: MomentState) -> FloatMap:
        return _standardized(moments, 4)


class IndexOfDispersion(_OfMoments):
    """Variance / (mean + eps).

    On [0, 1] the variance never exceeds the mean, so ``eps`` only decides 0 / 0.
    """

    name = "dispersion"
    eps: ClassVar[float] = 1e-8

    def _read(self, moments: MomentState) -> FloatMap:
        return moments.variance / (moments.expectation + self.eps)


class RawMoments(Measure):
    """E[x**p] for each order p."""

    name = "moments"

    @property
    def reads(self) -> tuple[Functional[Any], ...]:
        return (CentralMoments(max(2, *self.orders)),)

    @property
    def channels(self) -> tuple[str, ...]:
        return tuple(f"moment_{order}" for order in self.orders)

    def result(self, states: Sequence[Any]) -> FloatMap:
        moments: MomentState = states[0]
        return np.stack([moments.raw(order) for order in self.orders])


class _OfRanks(Measure):
    """Reads the finest grid, and the moments to keep its rounding within bounds that are exact."""

    @property
    def reads(self) -> tuple[Functional[Any], ...]:
        return (CentralMoments(2), UniformGrid(max(self.cells)))

    def result(self, states: Sequence[Any]) -> FloatMap:
        moments, grid = states
        return self._read(moments, grid)[None, :]

    @abstractmethod
    def _read(self, moments: MomentState, grid: GridState) -> FloatMap:
        """[features]"""


class Median(_OfRanks):
    """Within one grid cell of np.median; exact for values on edges and for constant columns."""

    name = "median"

    def _read(self, moments: MomentState, grid: GridState) -> FloatMap:
        return _near_mean(quantile(grid, 0.5), moments)


class TrimmedMean(_OfRanks):
    """Mean without the lowest and highest tenth; within one grid cell of scipy's trim_mean.

    The paper's formula divides by N - r although 2r values are cut; this divides by their number.
    """

    name = "trimmed_mean"
    cut: ClassVar[float] = 0.1

    def _read(self, moments: MomentState, grid: GridState) -> FloatMap:
        return _near_mean(trimmed_mean(grid, self.cut), moments)


class MeanAbsoluteDeviation(_OfRanks):
    """E[abs(x - mean)], within half a grid cell."""

    name = "mad"

    def _read(self, moments: MomentState, grid: GridState) -> FloatMap:
        # Jensen: the mean absolute deviation never exceeds the standard deviation.
        deviation = absolute_deviation(grid, moments.expectation)
        return np.minimum(deviation, np.sqrt(moments.variance))


class _OfGrids(Measure):
    @property
    def reads(self) -> tuple[Functional[Any], ...]:
        return tuple(UniformGrid(cells) for cells in self.cells)

    @property
    def channels(self) -> tuple[str, ...]:
        return tuple(name for cells in self.cells for name in cell_names(self.name, cells))


class Histogram(_OfGrids):
    """Share of present values in each cell, as np.histogram counts: last cell closed."""

    name = "histogram"

    def result(self, states: Sequence[Any]) -> FloatMap:
        grids: Sequence[GridState] = states
        return np.concatenate([grid.shares.T for grid in grids])


class EmpiricalCDF(_OfGrids):
    """Share of present values <= the right edge of each cell."""

    name = "ecdf"

    def result(self, states: Sequence[Any]) -> FloatMap:
        grids: Sequence[GridState] = states
        return np.concatenate([grid.cdf.T for grid in grids])


class Missing(Measure):
    """Share of missing cells; the only measure that is not NaN where nothing is present."""

    name = "missing"

    @property
    def reads(self) -> tuple[Functional[Any], ...]:
        return (MissingShare(),)

    def result(self, states: Sequence[Any]) -> FloatMap:
        state: MissingState = states[0]
        return MissingShare().result(state)


def _standardized(moments: MomentState, order: int) -> FloatMap:
    variance = moments.variance
    scale = np.where(variance > 0, variance, 1.0) ** (order / 2)
    return moments.central(order) / scale


def _near_mean(values: FloatMap, moments: MomentState) -> FloatMap:
    # Median and trimmed mean lie within one standard deviation of the mean: a free correction
    # where a column varies by less than a cell.
    deviation = np.sqrt(moments.variance)
    return np.clip(values, moments.expectation - deviation, moments.expectation + deviation)
