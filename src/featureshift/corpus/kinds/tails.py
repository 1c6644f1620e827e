"""Tables of heavy tails and rare wild values: far out, in both tables alike, and no shift."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from featureshift.corpus.copula import related_normals
from featureshift.corpus.kinds.table import (
    KindTable,
    of_numbers,
    side_by_side,
    unrelated_columns,
)
from featureshift.simulate.own.columns import log_uniform

Column = NDArray[np.float64]

PLAIN = (0.0, 0.6)
"""Share of columns without heavy tails."""
WILD = 0.4
"""Share of tables in which some columns hold rare wild values, in..."""
RATE = (2e-4, 0.02)
"""...so many of their cells..."""
LOG_FACTOR = (math.log(10), math.log(3000))
"""...times as large, as a logarithm."""
FARTHEST = 1e5
"""Where tails end, in interquartile ranges: normalized to [0, 1], float32 resolves no more."""


def tails(n_rows: int, n_features: int, rng: np.random.Generator) -> KindTable:
    """Columns of heavy tails, related or not, beside plain ones.

    >>> tails(50, 12, np.random.default_rng(0)).values.shape
    (50, 12)
    """
    n_plain = min(round(rng.uniform(*PLAIN) * n_features), n_features - 1)
    latent = related_normals(n_rows, n_features - n_plain, rng)
    shapes = list(SHAPES.values())
    columns = [shapes[int(rng.integers(len(shapes)))](z, rng) for z in latent.T]
    tables = [of_numbers(np.column_stack([_bounded(column) for column in columns]))]
    if n_plain:
        tables.append(unrelated_columns(n_rows, n_plain, rng))
    table = side_by_side(tables, rng)
    return _with_wild_values(table, rng) if rng.random() < WILD else table


def _with_wild_values(table: KindTable, rng: np.random.Generator) -> KindTable:
    """Rare cells of some numeric columns multiplied, in all rows alike."""
    values = table.values.astype(np.float64)
    for j in np.flatnonzero(~table.categorical & (rng.random(table.n_features) < rng.random())):
        wild = rng.random(len(values)) < log_uniform(*RATE, rng)
        factor = np.exp(rng.uniform(*LOG_FACTOR, int(wild.sum())))
        values[wild, j] = _bounded(values[wild, j] * factor, about=values[:, j])
    return KindTable(values.astype(np.float32), table.categorical, table.derived)


def _bounded(column: Column, about: Column | None = None) -> Column:
    """Cut off far out; ``about`` tells the median and the width, itself if None."""
    low, middle, high = np.quantile(column if about is None else about, [0.25, 0.5, 0.75])
    reach = FARTHEST * (high - low) if high > low else FARTHEST
    return np.asarray(np.clip(column, middle - reach, middle + reach))


def _student(z: Column, rng: np.random.Generator) -> Column:
    freedom = rng.uniform(1, 6)
    return np.asarray(z * np.sqrt(freedom / np.maximum(rng.chisquare(freedom, z.size), 1e-9)))


def _cauchy(z: Column, rng: np.random.Generator) -> Column:
    del rng
    return np.asarray(np.tan(np.pi * (ndtr(z) - 0.5)))


def _pareto(z: Column, rng: np.random.Generator) -> Column:
    return np.asarray(np.maximum(ndtr(-z), 1e-12) ** (-1 / rng.uniform(0.7, 4)))


def _lognormal(z: Column, rng: np.random.Generator) -> Column:
    return np.exp(rng.uniform(1, 3) * z)


def _rare_claims(z: Column, rng: np.random.Generator) -> Column:
    """Nothing in most rows, a large amount in some."""
    share = log_uniform(0.003, 0.3, rng)
    struck = rng.random(z.size) < share
    return np.asarray(np.where(struck, np.exp(rng.uniform(0.5, 2) * z + 3), 0.0))


SHAPES: dict[str, Callable[[Column, np.random.Generator], Column]] = {
    "t": _student,
    "cauchy": _cauchy,
    "pareto": _pareto,
    "lognormal": _lognormal,
    "rare claims": _rare_claims,
}
"""From a normal column to one of heavy tails."""
