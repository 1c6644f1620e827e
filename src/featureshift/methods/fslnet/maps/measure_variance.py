"""The variance of one row's contribution to each statistical measure, from the pooled rows.

Over the number of rows it is the sampling variance of the measure, to first order. Cells and
distribution function are shares, p (1 - p); the rest is read from the grid and the exact moments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from featureshift.methods.measures.functional import FloatMap

LEAST_VARIANCE = 1e-8
"""Of values in [0, 1]: below it, differences are rounding."""
LEAST_DENSITY = 0.05
"""Of values in [0, 1] around their median: an empty middle would make any difference look like
noise."""
MIDDLE = (0.4, 0.6)
"""Quantiles between which the density around the median is measured."""
LEAST_KURTOSIS = 1.05


@dataclass(frozen=True, eq=False)
class PooledColumns:
    """What is known of the columns of both tables together."""

    mean: FloatMap
    """[features]"""
    variance: FloatMap
    """[features]"""
    shares: FloatMap
    """Of the cells of the finest grid, [cells, features]."""
    deviation: FloatMap
    """The mean absolute deviation, [features]."""

    @cached_property
    def centers(self) -> FloatMap:
        cells = len(self.shares)
        return ((np.arange(cells) + 0.5) / cells)[:, None]

    @cached_property
    def kurtosis(self) -> FloatMap:
        """Of the grid; 3 where all values lie in one cell."""
        away = (self.centers - np.sum(self.centers * self.shares, axis=0)) ** 2
        second, fourth = (np.sum(away**power * self.shares, axis=0) for power in (1, 2))
        known = second > 0
        kurtosis: FloatMap = np.where(known, fourth / np.where(known, second**2, 1.0), 3.0)
        return np.maximum(kurtosis, LEAST_KURTOSIS)

    @cached_property
    def density(self) -> FloatMap:
        """Around the median, [features]."""
        after = np.cumsum(self.shares, axis=0)
        inside = (after > MIDDLE[0]) & (after - self.shares < MIDDLE[1])
        width = np.maximum(inside.sum(axis=0), 1) / len(self.shares)
        density: FloatMap = np.sum(self.shares * inside, axis=0) / width
        return np.maximum(density, LEAST_DENSITY)

    def of_power(self, order: int) -> FloatMap:
        """The variance of x ** order, [features].

        By the grid, but no less than by the exact variance and the slope at the mean: a column
        whose values lie in one cell has no spread on the grid.
        """
        first, second = (
            np.sum(self.centers ** (order * power) * self.shares, axis=0) for power in (1, 2)
        )
        slope = order * self.mean ** (order - 1)
        by_grid: FloatMap = second - first**2
        return np.maximum(by_grid, slope**2 * self.variance)


VARIANCES: dict[str, Callable[[PooledColumns], FloatMap]] = {
    "mean": lambda pooled: pooled.variance,
    "std": lambda pooled: pooled.variance * (pooled.kurtosis - 1) / 4,
    "median": lambda pooled: 1 / (4 * pooled.density**2),
    "mad": lambda pooled: np.maximum(
        pooled.variance - pooled.deviation**2, 1 / (12 * len(pooled.shares) ** 2)
    ),
}
"""[features], by name of the channel; ``moment_p`` and shares have rules of their own."""


def measure_variance(channel: str, pooled: PooledColumns, pooled_map: FloatMap) -> FloatMap:
    """The variance [features] of one row's contribution to a channel of the measures.

    ``pooled_map`` [features] is that channel of both tables together.
    """
    if channel.startswith("moment_"):
        variance = pooled.of_power(int(channel.removeprefix("moment_")))
    elif channel.startswith(("histogram_", "ecdf_", "missing")):
        variance = pooled_map * (1 - pooled_map)
    else:
        variance = VARIANCES[channel](pooled)
    return np.maximum(variance, LEAST_VARIANCE)
