"""Noise on every column, since a density needs a volume: none over ties and discrete values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FEW_VALUES = 32
"""A column with at most so many different values counts as discrete."""
JITTER = 0.05
"""Standard deviation of the noise on every column, so that no density is infinite."""


def dequantized(rows: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Rows with noise on every column, and on discrete ones as wide as their smallest gap too."""
    noisy = rows + JITTER * rng.standard_normal(rows.shape)
    for j in range(rows.shape[1]):
        values = np.unique(rows[:, j])
        if len(values) <= FEW_VALUES:
            noisy[:, j] += np.diff(values).min() * (rng.random(len(rows)) - 0.5)
    return noisy
