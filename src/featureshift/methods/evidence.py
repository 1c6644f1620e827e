"""Which rows a result keeps: those of shifted columns, of their partners and of a few others.

The partners are those behind the verdict. Where a method has none, the columns most related to the
shifted ones are found in the row sample, so that no table is read once more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.partner_choice import choose, strength
from featureshift.tables import Kind, Side, TablePair
from featureshift.tables.kept import KeptRows, keep_columns

STRONGEST, MOST_CHANGED = 5, 5
"""Partners of each flagged column."""
FLAGGED = 200
"""Columns of which rows are kept, most certain first."""
CONDITIONS = 16
"""Columns kept to tell rows apart, besides the partners."""
LOOKED_AT = 256
"""Columns out of which these are chosen, the first ones."""
FEW_VALUES = 50
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
    categorical: NDArray[np.bool_]


class _Standing(NamedTuple):
    """Standardized columns; a categorical one is several indicators."""

    values: Matrix
    """[rows, stand-ins]"""
    owner: Indices
    """Column of each stand-in, ascending."""


def keep_evidence(
    pair: TablePair,
    scores: NDArray[np.float64],
    shifted: NDArray[np.bool_],
    partners: Indices | None = None,
) -> KeptRows | None:
    """Rows of the shifted columns, their partners and others; None where nothing is shifted.

    ``partners`` [features, k] are those of ``Scores``.
    """
    ranked = np.argsort(-scores, kind="stable")
    flagged = ranked[shifted[ranked]][:FLAGGED]
    if len(flagged) == 0:
        return None
    found = related_columns(pair, flagged) if partners is None else partners[flagged]
    chosen = [of[of != column] for column, of in zip(flagged, found, strict=True)]
    others = np.setdiff1d(np.concatenate(chosen), flagged)
    others = np.concatenate([others, _telling_rows_apart(pair, np.append(flagged, others))])
    columns = [*flagged.tolist(), *others.tolist()]
    named = [tuple(pair.features[k] for k in of) for of in chosen]
    return keep_columns(pair, columns, named + [()] * len(others))


def _telling_rows_apart(pair: TablePair, kept: Indices) -> Indices:
    """Other columns by which rows with a fault may be told from those without.

    Those of few values first (a region, a device), then instants, then other numbers.
    """
    others = np.setdiff1d(np.flatnonzero(~pair.inert), kept)[:LOOKED_AT]
    sampled = [side.shuffled_rows(ROWS)[:, others] for side in pair.sides]
    values = [len(np.unique(column[~np.isnan(column)])) for column in np.concatenate(sampled).T]
    few = np.array(values, int) <= FEW_VALUES
    dated = np.array([pair.kinds[j] is Kind.DATETIME for j in others], bool)
    useful = few | ~pair.categorical[others]
    order = np.lexsort([~dated, ~few])
    return others[order[useful[order]]][:CONDITIONS]


def related_columns(pair: TablePair, targets: Indices) -> Indices:
    """For each target the columns most related to it in either table, or whose relation changed.

    [targets, STRONGEST + MOST_CHANGED], fewer in a narrow table, the target itself among them.
    """
    sampled = [_sampled(side, pair.categorical) for side in pair.sides]
    own = [_standing(side, targets) for side in sampled]
    strong, change = np.zeros((2, len(targets), pair.n_features), np.float32)
    for start in range(0, pair.n_features, PANEL):
        columns = np.arange(start, min(start + PANEL, pair.n_features))
        others = [_standing(side, columns) for side in sampled]
        first, second = (
            a.values.T @ b.values / np.float32(len(a.values))
            for a, b in zip(own, others, strict=True)
        )
        owners = own[0].owner, others[0].owner
        strong[:, columns] = _reduce(strength(first, second), *owners)
        change[:, columns] = _reduce(np.abs(first - second), *owners)
    itself = np.arange(len(targets)), targets
    strong[itself] = change[itself] = -1
    return choose(strong, change, STRONGEST, MOST_CHANGED).partners


def _sampled(side: Side, categorical: NDArray[np.bool_]) -> _Sampled:
    return _Sampled(side.shuffled_rows(ROWS), categorical)


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
    return _Standing(_standardized(values), owner)


def _standardized(values: Matrix) -> Matrix:
    """Mean 0 and variance 1, so that products of columns sum to correlations.

    Works in place; a missing cell is the mean. Columns are in units of their own: no spread is
    too small to count, unlike that of scores.
    """
    missing = np.isnan(values)
    values[missing] = 0
    present = np.maximum(len(values) - missing.sum(axis=0), 1).astype(np.float32)
    values -= values.sum(axis=0) / present
    values[missing] = 0
    deviation = np.sqrt(np.einsum("nk,nk->k", values, values) / np.float32(len(values)))
    values /= np.where(deviation > 0, deviation, np.float32(1))
    return values
