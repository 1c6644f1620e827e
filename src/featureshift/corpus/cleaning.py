"""The paper's filters for tables of its training corpus.

Our reading where the paper is silent: constant features go before the missing values (a constant
column must not cost rows) and once more after them; a table is cut into ten by taking every tenth
row, so that each part spans the whole; parts may have fewer rows than a table needs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset

MIN_FEATURES = 10
MIN_ROWS = 500
MISSING_LIMITS = (0.4, 0.7)
"""A feature with a larger share of missing values is dropped: one limit per strategy."""
MAX_CELLS = 40_000_000
PARTS = 10


class Cleaned(NamedTuple):
    values: NDArray[np.float32]
    """[rows, features], nothing missing"""
    categorical: NDArray[np.bool_]
    """[features]"""


def clean(
    values: NDArray[np.float32], categorical: NDArray[np.bool_], rng: np.random.Generator
) -> Cleaned | None:
    """The table without constant features and missing values, or None when too little is left.

    Each strategy drops the features beyond its limit of missing values, then every row with a
    missing value; ``rng`` chooses when both leave enough.

    >>> rng = np.random.default_rng(0)
    >>> table = rng.normal(size=(600, 12)).astype(np.float32)
    >>> table[:50, 0] = np.nan
    >>> clean(table, np.zeros(12, bool), rng).values.shape
    (550, 12)
    >>> clean(table[:, :9], np.zeros(9, bool), rng) is None
    True
    """
    table = Cleaned(values, categorical)
    if not is_enough(table):
        return None
    table = without_constants(table)
    attempts = [without_missing(table, limit) for limit in MISSING_LIMITS]
    enough = [attempt for attempt in attempts if is_enough(attempt)]
    return enough[int(rng.integers(len(enough)))] if enough else None


def is_enough(table: Cleaned) -> bool:
    n_rows, n_features = table.values.shape
    return bool(n_rows >= MIN_ROWS and n_features >= MIN_FEATURES)


def without_constants(table: Cleaned) -> Cleaned:
    """Without features of at most one present value."""
    if not table.values.size:
        return table
    low, high = np.fmin.reduce(table.values, axis=0), np.fmax.reduce(table.values, axis=0)
    return _select(table, low < high)


def without_missing(table: Cleaned, limit: float) -> Cleaned:
    """Without features more than ``limit`` missing, then without rows that still miss a value."""
    missing = np.isnan(table.values)
    kept = missing.mean(axis=0) <= limit
    rows = ~missing[:, kept].any(axis=1)
    complete = _select(table, kept)
    return without_constants(complete._replace(values=complete.values[rows]))


def _select(table: Cleaned, features: NDArray[np.bool_]) -> Cleaned:
    if features.all():
        return table
    return Cleaned(table.values[:, features], table.categorical[features])


def cut(values: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Ten parts of equally many rows if the table has more than 40 million cells, else itself.

    Parts are views; up to nine last rows belong to none.
    """
    if values.size <= MAX_CELLS:
        return [values]
    n_rows = len(values) // PARTS
    return [values[part::PARTS][:n_rows] for part in range(PARTS)]


def clean_dataset(dataset: Dataset, rng: np.random.Generator) -> list[Dataset]:
    """Clean and cut a data set: none, one, or ten named ``<name>-part<i>`` of 1..10."""
    cleaned = clean(dataset.values, dataset.categorical, rng)
    if cleaned is None:
        return []
    parts = cut(cleaned.values)
    names = [f"{dataset.name}-part{i + 1}" for i in range(PARTS)]
    return [
        replace(dataset, name=name, values=part, categorical=cleaned.categorical)
        for name, part in zip([dataset.name] if len(parts) == 1 else names, parts, strict=True)
    ]
