"""Which rows a result keeps: those of shifted columns and of the columns most related to them.

Chosen on the row sample, so that no table is read once more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables import Side, TablePair
from featureshift.tables.kept import KeptRows, keep_columns

PARTNERS = 10
"""Of each flagged column."""
FLAGGED = 200
"""Columns of which rows are kept, most certain first."""
INDICATORS = 3
"""Categories that stand for a categorical column, the most frequent ones."""
ROWS = 1000
PANEL = 512
"""Columns correlated at a time."""

Indices = NDArray[np.intp]
Matrix = NDArray[np.float32]


class _Sampled(NamedTuple):
    """Rows that are enough to see who is related to whom."""

    values: Matrix
    """Encoded [rows, features]; do not write."""
    counts: NDArray[np.int64]
    categorical: NDArray[np.bool_]


class _Standing(NamedTuple):
    """Standardized columns; a categorical one is several indicators."""

    values: Matrix
    """[rows, stand-ins]"""
    owner: Indices
    """Column of each stand-in, ascending."""


def keep_evidence(
    pair: TablePair, scores: NDArray[np.float64], shifted: NDArray[np.bool_]
) -> KeptRows | None:
    """Rows of the shifted columns and of their partners; None where nothing is shifted."""
    ranked = np.argsort(-scores, kind="stable")
    flagged = ranked[shifted[ranked]][:FLAGGED]
    if len(flagged) == 0:
        return None
    partners = strongest_partners(pair, flagged)
    others = np.setdiff1d(np.concatenate(partners), flagged)
    columns = [*flagged.tolist(), *others.tolist()]
    named = [tuple(pair.features[k] for k in chosen) for chosen in partners]
    return keep_columns(pair, columns, named + [()] * len(others))


def strongest_partners(pair: TablePair, targets: Indices, count: int = PARTNERS) -> list[Indices]:
    """For each target the columns most related to it in either table, or whose relation changed.

    Half of the places go to the strongest relations, half to the largest changes.
    """
    sampled = [_sampled(side, pair.categorical) for side in pair.sides]
    own = [_standing(side, targets) for side in sampled]
    strength, change = np.zeros((2, len(targets), pair.n_features), np.float32)
    for start in range(0, pair.n_features, PANEL):
        columns = np.arange(start, min(start + PANEL, pair.n_features))
        others = [_standing(side, columns) for side in sampled]
        first, second = (
            a.values.T @ b.values / len(a.values) for a, b in zip(own, others, strict=True)
        )
        owners = own[0].owner, others[0].owner
        strongest = np.maximum(np.abs(first), np.abs(second))
        strength[:, columns] = _reduce(strongest, *owners)
        change[:, columns] = _reduce(np.abs(first - second), *owners)
    itself = np.arange(len(targets)), targets
    strength[itself] = change[itself] = -1
    return [_top(*both, count) for both in zip(strength, change, strict=True)]


def _sampled(side: Side, categorical: NDArray[np.bool_]) -> _Sampled:
    rows = side.shuffled_rows(ROWS)
    return _Sampled(rows, np.ones(len(rows), np.int64), categorical)


def _top(strength: NDArray[np.float32], change: NDArray[np.float32], count: int) -> Indices:
    count = min(count, len(strength) - 1)
    half = (count + 1) // 2
    first = _largest(strength, half)
    change = change.copy()
    change[first] = -2
    return np.concatenate([first, _largest(change, count - half)])


def _largest(values: NDArray[np.float32], count: int) -> Indices:
    """Positions of the largest values, in descending order."""
    if count == 0:
        return np.empty(0, np.intp)
    few = np.argpartition(-values, count - 1)[:count]
    return few[np.lexsort((few, -values[few]))]


def _reduce(quantity: Matrix, rows: Indices, columns: Indices) -> Matrix:
    """Largest over the stand-ins of each column, in both directions."""
    for axis, owner in ((0, rows), (1, columns)):
        starts = np.flatnonzero(np.diff(owner, prepend=-1))
        if len(starts) < len(owner):
            quantity = np.maximum.reduceat(quantity, starts, axis=axis)
    return quantity


def _standing(sampled: _Sampled, columns: Indices) -> _Standing:
    values = sampled.values[:, columns]
    categorical = sampled.categorical[columns]
    owner = np.repeat(np.arange(len(columns)), np.where(categorical, INDICATORS, 1))
    if categorical.any():
        place = np.arange(len(owner)) - np.searchsorted(owner, owner)
        values = values[:, owner]
        stand_in = categorical[owner]
        values[:, stand_in] = values[:, stand_in] == place[stand_in]
    return _Standing(_standardized(values, sampled.counts), owner)


def _standardized(values: Matrix, counts: NDArray[np.int64]) -> Matrix:
    """Mean 0 and variance 1 by counted rows, so that products of columns sum to correlations.

    Works in place; a missing cell is the mean.
    """
    weight = (counts / counts.sum()).astype(np.float32)
    missing = np.isnan(values)
    gaps = bool(missing.any())
    if gaps:
        values[missing] = 0
    present = 1 - weight @ missing if gaps else np.float32(1)
    values -= (weight @ values) / np.maximum(present, np.float32(1e-6))
    if gaps:
        values[missing] = 0
    deviation = np.sqrt(weight @ (values * values))
    values /= np.where(deviation > 0, deviation, np.float32(1))
    if counts.max() > 1:
        values *= np.sqrt(weight * len(weight))[:, None]
    return values
