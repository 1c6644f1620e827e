"""Blocks: groups of related columns that have nothing to do with each other, beside single ones.

A fault in one block is seen beside calm ones.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.copula import shaped
from featureshift.corpus.kinds.closed import closed
from featureshift.corpus.kinds.results import results
from featureshift.corpus.kinds.table import (
    KindTable,
    parts_of,
    side_by_side,
    unrelated_columns,
)

SMALLEST = 3
MOST_BLOCKS = 8
SINGLE = (0.0, 0.7)
"""Share of columns in no block."""


def blocks(n_rows: int, n_features: int, rng: np.random.Generator) -> KindTable:
    """Blocks, each made in its own way, and unrelated columns.

    >>> blocks(50, 12, np.random.default_rng(0)).values.shape
    (50, 12)
    """
    single = min(round(rng.uniform(*SINGLE) * n_features), max(0, n_features - SMALLEST))
    ways = list(WAYS.values())
    # Two blocks of three are linear: those that people join from other tables.
    chances = np.array([1.0, 1.0, 0.5, 0.5]) / 3
    tables = []
    for size in parts_of(n_features - single, MOST_BLOCKS, SMALLEST, rng):
        way = ways[int(rng.choice(len(ways), p=chances))]
        tables.append(way(n_rows, size, rng))
    # A closed block may be narrower than asked for.
    single = n_features - sum(table.n_features for table in tables)
    if single:
        tables.append(unrelated_columns(n_rows, single, rng))
    return side_by_side(tables, rng)


def _common_cause(n_rows: int, size: int, rng: np.random.Generator) -> KindTable:
    """One cause behind all columns, or two."""
    causes = rng.normal(size=(n_rows, int(rng.integers(1, 3))))
    loadings = rng.normal(size=(causes.shape[1], size))
    loadings /= np.sqrt((loadings**2).sum(axis=0))
    strength = np.sqrt(rng.uniform(0.2, 0.98) * rng.uniform(0.6, 1, size))
    return _shaped(strength * (causes @ loadings), np.sqrt(1 - strength**2), rng)


def _chain(n_rows: int, size: int, rng: np.random.Generator) -> KindTable:
    """Each column follows the one before it."""
    follows = rng.uniform(0.5, 0.98)
    values = rng.normal(size=(n_rows, size))
    for j in range(1, size):
        values[:, j] = follows * values[:, j - 1] + np.sqrt(1 - follows**2) * values[:, j]
    return _shaped(values, np.zeros(size), rng)


def _shaped(
    latent: NDArray[np.float64], noise: NDArray[np.float64], rng: np.random.Generator
) -> KindTable:
    values, categorical = shaped(latent + noise * rng.normal(size=latent.shape), rng)
    return KindTable(values, categorical, np.zeros(len(categorical), np.bool_))


WAYS: dict[str, Callable[[int, int, np.random.Generator], KindTable]] = {
    "common cause": _common_cause,
    "chain": _chain,
    "results": results,
    "closed": closed,
}
"""(rows, size, rng) -> a block"""
