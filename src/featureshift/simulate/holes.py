"""Cells missing at random, which most tables have and which are no shift."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float32]
RATES = (0.005, 0.6)
"""Share of a column's cells that are missing; drawn log-uniformly."""
NEARLY_EMPTY = 0.1
"""Share of these columns that hold a handful of values, or hardly more."""
PRESENT = (0.0005, 0.2)
"""Share of their cells that are present; drawn log-uniformly."""


def with_holes(values: Values, rng: np.random.Generator) -> Values:
    """A copy of [rows, features] in which some columns miss cells, each at a rate of its own.

    >>> table = with_holes(np.zeros((100, 50), np.float32), np.random.default_rng(0))
    >>> missing = np.isnan(table).mean(axis=0)
    >>> bool((missing == 0).any()), bool((missing > 0).any())
    (True, True)
    """
    n_features = values.shape[1]
    empty = rng.random(n_features) < NEARLY_EMPTY
    rates = np.where(
        empty, 1 - _log_uniform(PRESENT, n_features, rng), _log_uniform(RATES, n_features, rng)
    )
    rates *= rng.random(n_features) < rng.uniform(0.1, 0.9)
    holes = rng.random(values.shape, dtype=np.float32) < rates
    return np.where(holes, np.float32(np.nan), values)


def _log_uniform(
    bounds: tuple[float, float], count: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    low, high = np.log(bounds)
    return np.exp(rng.uniform(low, high, size=count))
