"""Related numbers: columns that share a few causes, each on a scale of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.random import Generator
from numpy.typing import NDArray

from benchmarks.reality.sizes import log_uniform

Numbers = NDArray[np.float64]

MARGINS: tuple[Callable[[Numbers], Numbers], ...] = (
    lambda z: z,
    lambda z: np.exp(0.5 * z),
    lambda z: np.round(5 * z),
    lambda z: 1 / (1 + np.exp(-1.7 * z)),
    lambda z: np.exp(1.2 * z),
)
"""What a standard normal value is recorded as: as it is, skewed, whole numbers, shares, wide."""
LIGHT = MARGINS[:4]
"""Without values far from all others."""


def latent(rng: Generator, rows: int, width: int, causes: int) -> Numbers:
    """Standard normal values [rows, width]; columns of one cause correlate by 0.5 to 0.9.

    Column j has the cause j modulo ``causes``.
    """
    shared = rng.uniform(0.5, 0.9, width)
    signs = rng.choice([-1.0, 1.0], width)
    common = rng.normal(size=(rows, causes))[:, np.arange(width) % causes]
    own = rng.normal(size=(rows, width))
    return np.asarray(signs * np.sqrt(shared) * common + np.sqrt(1 - shared) * own)


def related(rng: Generator, rows: int, width: int) -> pd.DataFrame:
    """Columns m01, m02, ..., three at least; each has two relatives or more."""
    causes = int(rng.integers(1, min(5, width // 3) + 1))
    return recorded(rng, latent(rng, rows, width, causes))


def all_related(rng: Generator, rows: int, width: int) -> pd.DataFrame:
    """Columns of which each is related to every other, to some of them more closely."""
    general = latent(rng, rows, width, 1)
    special = latent(rng, rows, width, int(rng.integers(1, max(2, width // 3))))
    return recorded(rng, np.sqrt(0.6) * general + np.sqrt(0.4) * special)


def recorded(
    rng: Generator,
    values: Numbers,
    margins: tuple[Callable[[Numbers], Numbers], ...] = LIGHT,
    prefix: str = "m",
) -> pd.DataFrame:
    """Standard normal values [rows, width] on scales of their own."""
    columns: dict[str, Any] = {}
    for j, column in enumerate(values.T):
        margin = margins[int(rng.integers(len(margins)))]
        place, unit = rng.normal(0, 2), log_uniform(rng, 0.01, 1000)
        columns[f"{prefix}{j + 1:02d}"] = unit * (margin(column) + place)
    return pd.DataFrame(columns)


def unrelated(rng: Generator, rows: int, width: int) -> pd.DataFrame:
    """Columns u01, u02, ... that have nothing to do with each other."""
    return recorded(rng, rng.normal(size=(rows, width)), prefix="u")
