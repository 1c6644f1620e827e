"""Closed tables: columns that add up to a constant, to their row's mean or to another column.

Arithmetic relates them whatever they measure, so one that grows makes others shrink.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, softmax

from featureshift.corpus.copula import related_normals
from featureshift.corpus.kinds.table import (
    KindTable,
    of_numbers,
    parts_of,
    side_by_side,
    unrelated_columns,
)
from featureshift.simulate.draw import draw_size

Matrix = NDArray[np.float64]

SMALLEST = 3
"""Columns of a closed system: two are each other's mirror."""
MOST_SYSTEMS = 4
SINGLE = 0.6
"""Share of tables with one system: there arithmetic has the last word."""
ALONE = 0.6
"""Share of tables with nothing beside the closed systems; these may be narrow."""
ROUNDED = 0.3
"""Share of systems of shares that are rounded, and add up to nearly 1."""


def closed(n_rows: int, n_features: int, rng: np.random.Generator) -> KindTable:
    """A closed system or several, alone or beside unrelated columns; ``n_features`` at most.

    >>> closed(50, 12, np.random.default_rng(0)).values.shape[0]
    50
    """
    if rng.random() < ALONE:
        width, beside = draw_size(SMALLEST, max(SMALLEST, n_features), rng), 0
    else:
        width = draw_size(SMALLEST, max(SMALLEST, n_features - 1), rng)
        beside = max(0, n_features - width)
    most = 1 if rng.random() < SINGLE else MOST_SYSTEMS
    cause = rng.normal(size=n_rows)
    systems = list(SYSTEMS.values())
    tables = [
        systems[int(rng.integers(len(systems)))](_latent(cause, size, rng), rng)
        for size in parts_of(width, most, SMALLEST, rng)
    ]
    if beside:
        tables.append(unrelated_columns(n_rows, beside, rng))
    return side_by_side(tables, rng)


def _latent(cause: Matrix, size: int, rng: np.random.Generator) -> Matrix:
    """Normal columns of one system, in half of them with a cause that other systems have too."""
    latent = related_normals(len(cause), size, rng)
    if rng.random() < 0.5:
        latent += rng.uniform(0, 1) * rng.normal(size=size) * cause[:, None]
    return latent


def _one_hot(latent: Matrix, rng: np.random.Generator) -> KindTable:
    """A column of zeros and ones for each level of a category."""
    n_rows, size = latent.shape
    chances = level_chances(size, rng)
    places = ndtr(latent[:, 0] / latent[:, 0].std())
    level = rng.permutation(size)[np.searchsorted(np.cumsum(chances)[:-1], places)]
    return of_numbers(np.eye(size)[level].reshape(n_rows, size))


def level_chances(size: int, rng: np.random.Generator) -> Matrix:
    """[levels]: how often each occurs: all alike, by Zipf's law, or as it comes."""
    kind = int(rng.integers(3))
    if kind == 0:
        return np.full(size, 1 / size)
    if kind == 1:
        weights = np.arange(1, size + 1) ** -rng.uniform(0.5, 2)
        return np.asarray(weights / weights.sum())
    return rng.dirichlet(np.full(size, rng.uniform(0.5, 5)))


def _dirichlet(latent: Matrix, rng: np.random.Generator) -> KindTable:
    """Shares of a whole, related by nothing but the whole."""
    n_rows, size = latent.shape
    weight = size * rng.dirichlet(np.full(size, 2.0))
    concentration = np.exp(rng.uniform(np.log(0.3), np.log(20)))
    gamma = rng.gamma(np.maximum(concentration * weight, 0.05), size=(n_rows, size)) + 1e-9
    return of_numbers(_rounded(gamma / gamma.sum(axis=1, keepdims=True), rng))


def _log_ratio(latent: Matrix, rng: np.random.Generator) -> KindTable:
    """Shares of a whole whose logarithms have causes in common."""
    level = rng.normal(size=latent.shape[1]) * rng.uniform(0, 2)
    return of_numbers(_rounded(softmax(level + rng.uniform(0.2, 2) * latent, axis=1), rng))


def _classifier(latent: Matrix, rng: np.random.Generator) -> KindTable:
    """The probabilities that a random network gives to its classes."""
    size = latent.shape[1]
    n_hidden = int(rng.integers(2, 17))
    hidden = np.tanh(latent @ rng.normal(size=(size, n_hidden)) / np.sqrt(size))
    logits = hidden @ rng.normal(size=(n_hidden, size)) / np.sqrt(n_hidden)
    sharpness = np.exp(rng.uniform(np.log(0.5), np.log(12)))
    return of_numbers(_rounded(softmax(sharpness * logits, axis=1), rng))


def _ranks(latent: Matrix, rng: np.random.Generator) -> KindTable:
    """Places 1 to k within each row."""
    preferred = latent + rng.uniform(0, 1.5) * rng.normal(size=latent.shape[1])
    return of_numbers(1.0 + np.argsort(np.argsort(preferred, axis=1), axis=1))


def _centered(latent: Matrix, rng: np.random.Generator) -> KindTable:
    """Deviations from the row's mean; in half of the tables in its deviations."""
    scaled = latent * np.exp(rng.normal(size=latent.shape[1]) * rng.uniform(0, 0.7))
    values = scaled - scaled.mean(axis=1, keepdims=True)
    if rng.random() < 0.5:
        values = values / (values.std(axis=1, keepdims=True) + 1e-9)
    return of_numbers(values)


def _totals(latent: Matrix, rng: np.random.Generator) -> KindTable:
    """Amounts and their sum, sometimes with the sums of two groups between them."""
    size = latent.shape[1]
    amounts = np.exp(rng.uniform(0.3, 1.2) * latent + rng.normal(size=size))
    n_sums = 3 if size >= 7 and rng.random() < 0.4 else 1
    parts = amounts[:, : size - n_sums]
    if rng.random() < ROUNDED:
        parts = np.round(parts, int(rng.integers(0, 3)))
    sums = [parts.sum(axis=1)]
    if n_sums == 3:
        cut = int(rng.integers(2, parts.shape[1] - 1))
        sums += [parts[:, :cut].sum(axis=1), parts[:, cut:].sum(axis=1)]
    return of_numbers(np.column_stack([parts, *sums]), np.arange(size) >= size - n_sums)


def _rounded(shares: Matrix, rng: np.random.Generator) -> Matrix:
    if rng.random() >= ROUNDED:
        return shares
    return np.asarray(np.round(shares, int(rng.integers(2, 5))))


SYSTEMS: dict[str, Callable[[Matrix, np.random.Generator], KindTable]] = {
    "one-hot": _one_hot,
    "dirichlet": _dirichlet,
    "log-ratio": _log_ratio,
    "classifier": _classifier,
    "ranks": _ranks,
    "centered": _centered,
    "totals": _totals,
}
"""From normal columns [rows, size] to a closed system of as many."""
