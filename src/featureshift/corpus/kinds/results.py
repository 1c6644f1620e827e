"""Tables in which columns are functions of others: products, squares, ratios, thresholds, waves.

A correlation sees little of such a relation, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from featureshift.corpus.copula import related_normals
from featureshift.corpus.kinds.table import KindTable, of_numbers, side_by_side
from featureshift.simulate.own.columns import log_uniform

Column = NDArray[np.float64]

SHARE = (0.15, 0.6)
"""Of results among the columns."""
EXACT = 0.35
"""Share of results without noise; else..."""
NOISE = (0.03, 2.0)
"""...its deviation, in those of the result."""
FARTHEST = 1e4
"""Deviations from the median at which a result is cut off: a ratio may be anything."""


def results(n_rows: int, n_features: int, rng: np.random.Generator) -> KindTable:
    """Terms, related or not, and functions of one, two or three of them.

    >>> table = results(50, 12, np.random.default_rng(0))
    >>> table.values.shape, bool(0 < table.derived.sum() < 12)
    ((50, 12), True)
    """
    count = int(np.clip(round(rng.uniform(*SHARE) * n_features), 1, n_features - 1))
    latent = related_normals(n_rows, n_features - count, rng)
    terms = np.column_stack([_term(column, rng) for column in latent.T])
    columns = list(terms.T)
    functions = list(FUNCTIONS.values())
    for _ in range(count):
        # Of terms, or in one case of four of what was made of terms before.
        known = columns if rng.random() < 0.25 else columns[: terms.shape[1]]
        x, y, z = (_centered(known[int(rng.integers(len(known)))], rng) for _ in range(3))
        function = functions[int(rng.integers(len(functions)))]
        columns.append(_noisy(function(Terms(x, y, z, rng.random())), rng))
    table = of_numbers(np.column_stack(columns), np.arange(n_features) >= terms.shape[1])
    return side_by_side([table], rng)


def _term(z: Column, rng: np.random.Generator) -> Column:
    """A column to compute with: normal, even, positive and skewed, or whole numbers."""
    shapes = (z, ndtr(z), np.exp(rng.uniform(0.2, 0.9) * z), np.round(3 * z))
    return np.asarray(shapes[int(rng.integers(len(shapes)))])


def _centered(x: Column, rng: np.random.Generator) -> Column:
    """In its own deviations, about its mean, about its minimum, or anywhere between."""
    deviation = x.std() + 1e-9
    center = (x.mean(), x.min(), x.mean() + deviation * rng.uniform(-1.5, 1.5))
    return np.asarray((x - center[int(rng.integers(3))]) / deviation)


def _noisy(x: Column, rng: np.random.Generator) -> Column:
    middle, deviation = np.median(x), float(np.subtract(*np.quantile(x, [0.9, 0.1]))) + 1e-9
    x = np.clip(x, middle - FARTHEST * deviation, middle + FARTHEST * deviation)
    if rng.random() < EXACT:
        return x
    return np.asarray(x + log_uniform(*NOISE, rng) * 0.4 * deviation * rng.normal(size=x.size))


class Terms(NamedTuple):
    """What a function may read, each in units of its own deviation."""

    x: Column
    y: Column
    z: Column
    c: float
    """A constant, drawn from U(0, 1)."""


FUNCTIONS: dict[str, Callable[[Terms], Column]] = {
    "product": lambda t: t.x * t.y,
    "product of three": lambda t: t.x * t.y * t.z,
    "positive product": lambda t: np.exp(0.5 * np.clip(t.x + t.y, -9, 9)),
    "product and term": lambda t: t.x * t.y + 2 * t.c * t.z,
    "square": lambda t: t.x**2,
    "absolute value": lambda t: np.abs(t.x),
    "length": lambda t: np.hypot(t.x, t.y),
    "ratio": lambda t: np.asarray(t.x / (np.abs(t.y) + t.c + 0.01)),
    "threshold": lambda t: np.asarray(t.x > np.quantile(t.x, 0.1 + 0.8 * t.c), np.float64),
    "switch": lambda t: np.where(t.x > np.quantile(t.x, 0.2 + 0.6 * t.c), t.y, t.z),
    "wave": lambda t: np.sin((1 + 7 * t.c) * t.x),
    "larger": lambda t: np.maximum(t.x, t.y),
}
"""Of one, two or three terms."""
