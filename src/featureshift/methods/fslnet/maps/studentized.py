"""The studentized merge: differences over their sampling error, from both tables' sums over rows.

A fifth way to bring two maps together, beside those of the paper. The network is told how much of a
difference is noise, which neither a norm over columns nor the difference itself tells.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.measure_variance import (
    VARIANCES,
    PooledColumns,
    measure_variance,
)
from featureshift.methods.fslnet.maps.row_maps import RowSums
from featureshift.methods.measures.functional import FloatMap
from featureshift.methods.measures.grid import GridState, UniformGrid
from featureshift.methods.measures.marginal import MeanAbsoluteDeviation
from featureshift.methods.measures.moments import CentralMoments, MomentState
from featureshift.methods.measures.statistical import StatisticalMeasures

MOST_ROWS = 100_000.0
"""Effective rows from which on a difference counts no more: with ever more rows everything would be
significant."""
LEAST_ROWS = 0.5
LEAST_ERROR = 1e-4
"""Of a mean: below it, differences are rounding."""
STUDENTIZED = "studentized"
"""The name of this merge."""
SIZE_CHANNELS = ("size_reference", "size_query", "size_columns")
"""How many rows of each table a column has, and how many columns there are, on logarithmic scales
of order 1."""


def evidence(z: FloatMap) -> NDArray[np.float32]:
    """log(1 + z^2) / 2: about log z where there is a difference, next to nothing where not.

    >>> evidence(np.array([0.0, -1.0, 100.0])).round(2)
    array([0.  , 0.35, 4.61], dtype=float32)
    """
    return np.asarray(0.5 * np.log1p(z * z), np.float32)


def studentized_rows(reference: RowSums, query: RowSums) -> FloatMap:
    """Differences of means over rows in their standard errors, [channels, features].

    The variance is that of both tables together. 0 where a table has no row to tell.
    """
    counts = [np.maximum(sums.counts, 1) for sums in (reference, query)]
    total = counts[0] + counts[1]
    mean = (reference.values + query.values) / total
    variance = np.maximum((reference.squares + query.squares) / total - mean**2, 0)
    rows = _effective_rows(reference.counts, query.counts)
    error = np.sqrt(variance / np.maximum(rows, LEAST_ROWS) + LEAST_ERROR**2)
    z = (reference.values / counts[0] - query.values / counts[1]) / error
    return np.where(rows > 0, z, 0.0)


def studentized_measures(
    measures: StatisticalMeasures, reference: tuple[Any, ...], query: tuple[Any, ...]
) -> FloatMap:
    """Differences of the measures in their standard errors, from the states of both tables.

    [channels, features]; 0 where a table has nothing to measure.
    """
    maps = [measures.result(state) for state in (reference, query)]
    unknown = np.isnan(maps[0]) | np.isnan(maps[1])
    counts = [present(measures, state) for state in (reference, query)]
    rows = _effective_rows(*counts)
    state = measures.merge(reference, query)
    merged = np.nan_to_num(measures.result(state))
    pooled = _pooled_columns(measures, state)
    z = np.where(unknown, 0.0, maps[0] - maps[1])
    for channel, row in enumerate(measures.channels):
        variance = measure_variance(row, pooled, merged[channel])
        if row not in VARIANCES and not row.startswith("moment_"):
            # A share of 0 or 1 in both tables is known to half a row at best.
            variance = variance + 0.5 / np.maximum(rows, 1)
        z[channel] *= np.sqrt(rows / variance)
    return z


def table_sizes(reference: NDArray[np.int64], query: NDArray[np.int64]) -> NDArray[np.float32]:
    """The values of ``SIZE_CHANNELS``, [3, features], from present rows [features] of each table.

    >>> table_sizes(np.array([2981]), np.array([55])).round(1).ravel()
    array([ 1. , -1. , -2.3], dtype=float32)
    """
    logs = [np.log(np.maximum(size, 1)) for size in (reference, query)]
    width = np.full(len(reference), (np.log(max(len(reference), 1)) - 3.5) / 1.5)
    return np.asarray(np.stack([(logs[0] - 6) / 2, (logs[1] - 6) / 2, width]), np.float32)


def present(measures: StatisticalMeasures, state: tuple[Any, ...]) -> NDArray[np.int64]:
    """Present values [features] in the rows a state was made of."""
    return pooled_moments(measures, state).count


def pooled_moments(measures: StatisticalMeasures, state: tuple[Any, ...]) -> MomentState:
    """The moments among a state; every set of measures that can be studentized has them."""
    moments: MomentState = next(
        part
        for functional, part in zip(measures.functionals, state, strict=True)
        if isinstance(functional, CentralMoments)
    )
    return moments


def finest_grid(measures: StatisticalMeasures, state: tuple[Any, ...]) -> GridState:
    """The counts on the finest grid among a state."""
    finest = UniformGrid(max(measures.cells))
    grid: GridState = dict(zip(measures.functionals, state, strict=True))[finest]
    return grid


def _pooled_columns(measures: StatisticalMeasures, state: tuple[Any, ...]) -> PooledColumns:
    moments = pooled_moments(measures, state)
    grid = finest_grid(measures, state)
    deviation = MeanAbsoluteDeviation(measures.cells).result([moments, grid])[0]
    return PooledColumns(
        mean=moments.mean,
        variance=np.nan_to_num(moments.variance),
        shares=np.nan_to_num(grid.shares.T),
        deviation=np.nan_to_num(deviation),
    )


def _effective_rows(reference: NDArray[np.int64], query: NDArray[np.int64]) -> FloatMap:
    """N m / (n + m), [features], and ``MOST_ROWS`` at most."""
    rows: FloatMap = reference * query / np.maximum(reference + query, 1)
    return np.minimum(rows, MOST_ROWS)
