"""Another population: rows filtered or re-weighted along a few columns, nothing else.

Given these columns, all others are distributed as before. A table is as in ``mishaps``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.mishaps import Column, Columns, is_number, is_related

Vector = NDArray[np.float64]

WAYS = ("filter", "step", "tilt")
"""Rows are kept by a condition, some are several times as frequent, or frequency rises slowly."""
LEAST_CHANGE = 0.2
"""Largest change of a share of a driver's values, between none and 1."""
ENOUGH = 1000
"""Rows that show which columns are related."""


@dataclass(frozen=True, eq=False)
class Population:
    query: Columns
    drivers: tuple[str, ...]
    way: str
    """One of ``WAYS``."""


def draw_population(
    rows: Mapping[str, Column], n: int, rng: np.random.Generator
) -> Population | None:
    """``n`` of the rows, chosen along one to three columns that others are related to.

    None where the choice leaves too few rows, or changes next to nothing.
    """
    some = {name: column[:ENOUGH] for name, column in rows.items()}
    able = [name for name in some if _varied(some[name]) and is_related(some, name)]
    count = int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))
    if len(able) < count:
        return None
    drivers = tuple(str(name) for name in rng.choice(able, count, replace=False))
    way = str(rng.choice(WAYS))
    weights = np.prod([_weights(rows[name], way, rng) for name in drivers], axis=0)
    chosen = np.flatnonzero(rng.random(len(weights)) * weights.max() < weights)
    if len(chosen) < n:
        return None
    chosen = chosen[:n]
    query = {name: column[chosen] for name, column in rows.items()}
    if not all(_changed(rows[name], query[name]) for name in drivers):
        return None
    return Population(query, drivers, way)


def _varied(column: Column) -> bool:
    return len(np.unique(column[~_gone(column)].astype(str)[:500])) > 1


def _gone(column: Column) -> NDArray[np.bool_]:
    if is_number(column):
        return np.isnan(column)
    return np.array([value is None for value in column])


def _weights(column: Column, way: str, rng: np.random.Generator) -> Vector:
    """Of each row; a missing value is like any other."""
    u = _standing(column, rng)
    if way == "tilt":
        return np.asarray(np.exp(rng.choice([-1, 1]) * rng.uniform(1.5, 3.5) * u))
    low = np.quantile(u, rng.uniform(0.25, 0.6))
    inside = u <= low if rng.random() < 0.5 else u > low
    rest = 0.0 if way == "filter" else 1 / rng.uniform(3, 8)
    return np.where(inside, 1.0, rest)


def _standing(column: Column, rng: np.random.Generator) -> Vector:
    """Each value between 0 and 1: numbers by their rank, levels in random order."""
    values, codes = np.unique(
        np.where(_gone(column), np.nan, column) if is_number(column) else column.astype(str),
        return_inverse=True,
    )
    if not is_number(column):
        codes = rng.permutation(len(values))[codes]
    order = np.argsort(codes, kind="stable")
    ranks = np.empty(len(codes))
    ranks[order] = np.arange(len(codes)) / len(codes)
    middle = np.bincount(codes, ranks) / np.maximum(np.bincount(codes), 1)
    return np.asarray(middle[codes])


def _changed(before: Column, after: Column) -> bool:
    return largest_change(before, after) >= LEAST_CHANGE


def largest_change(before: Column, after: Column) -> float:
    """Of a share of values: up to a number, or of a level.

    >>> largest_change(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0]))
    0.5
    """
    if is_number(before):
        ordered = [np.sort(side[~np.isnan(side)]) for side in (before, after)]
        values = np.unique(ordered[0])
        first, second = (
            np.searchsorted(side, values, side="right") / max(len(side), 1) for side in ordered
        )
    else:
        levels = np.unique(before.astype(str))[:, None]
        first, second = ((side.astype(str) == levels).mean(axis=1) for side in (before, after))
    return float(np.abs(first - second).max())
