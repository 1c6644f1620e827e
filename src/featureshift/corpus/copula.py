"""Simulated tables of mixed columns: marginals of every shape, relations from none to close.

Real tables hold few columns that have nothing to do with any other, and the paper's simulators give
all columns of a table one shape. A network trained on those alone takes a column of whole numbers
among unrelated others for a shifted one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from featureshift.corpus.dataset import Dataset, Provenance

Column = NDArray[np.float64]
Shape = Callable[[Column, np.random.Generator], Column]

UNRELATED = 0.3
"""Share of tables whose columns have nothing to do with each other."""
ALIKE = 0.35
"""Share of tables whose columns all have one shape."""
BENT = 0.25
"""Share of tables in which some columns follow others in no straight line."""
MOST_LEVELS = 300
"""Of a categorical column."""


def copula(n_rows: int, n_features: int, rng: np.random.Generator) -> Dataset:
    """Draw a table: normal columns with hidden causes in common, each then given its own shape.

    >>> table = copula(200, 12, np.random.default_rng(0))
    >>> table.values.shape, bool(np.isfinite(table.values).all())
    ((200, 12), True)
    """
    latent = related_normals(n_rows, n_features, rng)
    if rng.random() < BENT:
        _bend(latent, rng)
    values, categorical = shaped(latent, rng)
    origin = Provenance(f"simulated: copula, {n_rows} x {n_features}", "Apache-2.0")
    return Dataset("copula", values, categorical, origin)


def shaped(
    latent: NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Values [rows, features] of normal columns, and which are categorical."""
    n_features = latent.shape[1]
    names = list(SHAPES) if rng.random() >= ALIKE else [str(rng.choice(list(SHAPES)))]
    drawn = rng.choice(names, n_features)
    values = np.empty(latent.shape, np.float32)
    for j, name in enumerate(drawn):
        values[:, j] = SHAPES[name](latent[:, j], rng)
    return values, drawn == "levels"


def related_normals(n_rows: int, n_features: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Standard normal columns; some owe a part of their variance to hidden causes in common."""
    own = rng.normal(size=(n_rows, n_features))
    if rng.random() < UNRELATED:
        return own
    n_causes = int(rng.integers(1, 9))
    loadings = rng.normal(size=(n_causes, n_features)) * rng.uniform(0, 1)
    main = rng.integers(n_causes, size=n_features), np.arange(n_features)
    loadings[main] += 2 * rng.choice([-1.0, 1.0], n_features)
    loadings /= np.sqrt((loadings**2).sum(axis=0))
    shared = rng.random(n_features) ** rng.uniform(0.2, 2)
    shared *= rng.random(n_features) >= rng.uniform(0, 0.5)  # the others stand alone
    causes = rng.normal(size=(n_rows, n_causes)) @ loadings
    return np.asarray(np.sqrt(shared) * causes + np.sqrt(1 - shared) * own)


def _bend(latent: NDArray[np.float64], rng: np.random.Generator) -> None:
    """Let some columns follow a square, a product or a wave of others, with noise."""
    n_rows, n_features = latent.shape
    for j in rng.choice(n_features, size=int(rng.integers(1, n_features // 3 + 2)), replace=False):
        one, two = latent[:, rng.integers(n_features, size=2)].T
        followed = (one * two, one**2, np.abs(one), np.sin(2 * one))[int(rng.integers(4))]
        followed = (followed - followed.mean()) / (followed.std() + 1e-9)
        part = rng.uniform(0.3, 1.0)
        latent[:, j] = part * followed + np.sqrt(1 - part**2) * rng.normal(size=n_rows)


def _normal(z: Column, rng: np.random.Generator) -> Column:
    del rng
    return z


def _uniform(z: Column, rng: np.random.Generator) -> Column:
    del rng
    return np.asarray(ndtr(z))


def _waiting(z: Column, rng: np.random.Generator) -> Column:
    """Exponential."""
    del rng
    return np.asarray(-np.log(ndtr(-z) + 1e-12))


def _skewed(z: Column, rng: np.random.Generator) -> Column:
    return np.exp(rng.uniform(0.3, 1.5) * z)


def _heavy(z: Column, rng: np.random.Generator) -> Column:
    return np.sinh(rng.uniform(0.5, 1.5) * z)


def _two_humps(z: Column, rng: np.random.Generator) -> Column:
    return z + rng.uniform(2, 6) * (z > rng.normal())


def _clipped(z: Column, rng: np.random.Generator) -> Column:
    low, high = np.sort(rng.uniform(-2.5, 2.5, 2))
    return np.asarray(np.clip(z, low, high + 0.5))


def _often_zero(z: Column, rng: np.random.Generator) -> Column:
    return np.maximum(z - rng.uniform(-1, 1.5), 0)


def _rounded(z: Column, rng: np.random.Generator) -> Column:
    return np.asarray(np.round(z * np.exp(rng.uniform(np.log(0.5), np.log(50)))))


def _counts(z: Column, rng: np.random.Generator) -> Column:
    return np.floor(np.exp(rng.uniform(-0.5, 3) + rng.uniform(0.3, 1) * z))


def _binary(z: Column, rng: np.random.Generator) -> Column:
    return np.asarray(z > rng.normal(0, 1.2), np.float64)


def _levels(z: Column, rng: np.random.Generator) -> Column:
    """Names instead of numbers: their codes are in no order."""
    count = int(np.exp(rng.uniform(np.log(2), np.log(MOST_LEVELS + 1))))
    edges = np.cumsum(rng.dirichlet(np.full(count, rng.uniform(0.5, 5))))[:-1]
    return np.asarray(rng.permutation(count)[np.searchsorted(edges, ndtr(z))], np.float64)


SHAPES: dict[str, Shape] = {
    "normal": _normal,
    "uniform": _uniform,
    "waiting": _waiting,
    "skewed": _skewed,
    "heavy": _heavy,
    "two humps": _two_humps,
    "clipped": _clipped,
    "often zero": _often_zero,
    "rounded": _rounded,
    "counts": _counts,
    "binary": _binary,
    "levels": _levels,
}
"""From a normal column to one of that shape."""
