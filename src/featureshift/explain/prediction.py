"""What its partners say about a column: a cross-fitted prediction that stands for its relations.

One number, the correlation of a column with what the partners predict of it, then tells what became
of all its relations together: kept, weakened, gone, reversed or too good to be true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

RIDGE = 1e-3
ENOUGH_ROWS = 40
SQUARABLE = 1e100
"""Squares of numbers below this, summed over rows and columns, stay far from the largest double."""
PIECE = 128
"""Rows multiplied at a time."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """Arrays are [rows, stand-ins of the column]: ranks, or indicators of categories."""

    reference: Matrix
    query: Matrix
    value_reference: Vector
    """The same for the values themselves [rows], of a column of numbers."""
    value_query: Vector
    ordered: Matrix
    """Of the query's ordered rows."""
    unexplained: tuple[float, float]
    """Share of the variance that the partners leave open, in each table by itself."""


def predict(column: ColumnPair, partners: Sequence[ColumnPair]) -> Prediction | None:
    """Linear in ranks, squared ranks and categories of the partners; None without partners.

    Each half of the reference is predicted from the other, so that what was learned by heart does
    not look like a relation that the query has lost.
    """
    if not partners or (~np.isnan(column.reference)).sum() < ENOUGH_ROWS:
        return None
    before, after, ordered = (
        np.hstack(part) for part in zip(*(p.clues for p in partners), strict=True)
    )
    targets = np.column_stack([column.standing[0], column.reference])
    models = _half_models(before, targets)
    told, foretold = _crossed(models, before), _crossed(models, after)
    told_in_order = _apply((models[0] + models[1]) / 2, ordered)
    return Prediction(
        reference=told[:, :-1],
        query=foretold[:, :-1],
        value_reference=told[:, -1],
        value_query=foretold[:, -1],
        ordered=told_in_order[:, :-1],
        unexplained=(_unexplained(column, 0, before), _unexplained(column, 1, after)),
    )


def _half_models(clues: Matrix, targets: Matrix) -> tuple[Matrix, Matrix]:
    """Of the odd and of the even rows; kept rows are in random order."""
    known = ~np.isnan(targets[:, -1])
    even = np.arange(len(targets)) % 2 == 0
    odd_rows, even_rows = known & ~even, known & even
    return _fit(clues[odd_rows], targets[odd_rows]), _fit(clues[even_rows], targets[even_rows])


def _crossed(models: tuple[Matrix, Matrix], clues: Matrix) -> Matrix:
    """Even rows by the model of the odd ones and the other way round.

    The query too: where there is nothing to predict, the models differ by chance, and their mean
    would be another function than either.
    """
    even = np.arange(len(clues)) % 2 == 0
    return np.where(even[:, None], _apply(models[0], clues), _apply(models[1], clues))


def _unexplained(column: ColumnPair, side: int, clues: Matrix) -> float:
    values = column.standing[side] if column.categorical else column.sides[side][:, None]
    if (~np.isnan(values[:, -1])).sum() < ENOUGH_ROWS:
        return 1.0
    values = _squarable(values)
    told = _crossed(_half_models(clues, values), clues)
    rest = values - told
    if np.isnan(rest).all(axis=0).any():  # what the partners say is no number
        return 1.0
    return float(np.nanvar(rest, axis=0).sum() / max(np.nanvar(values, axis=0).sum(), 1e-300))


def _squarable(values: Matrix) -> Matrix:
    """The same in another unit where squares would overflow; shares of a variance have none."""
    largest = np.abs(values[np.isfinite(values)]).max(initial=0.0)
    if largest < SQUARABLE:
        return values
    return np.where(np.isfinite(values), values / largest, np.nan)


def _fit(clues: Matrix, targets: Matrix) -> Matrix:
    design = np.column_stack([np.ones(len(clues)), clues])
    gram, moments = _products(design, design), _products(design, targets)
    return np.asarray(np.linalg.solve(gram + RIDGE * len(clues) * _shrunk(len(gram)), moments))


def _products(a: Matrix, b: Matrix) -> Matrix:
    """Products of columns, summed over rows.

    In pieces: a product of this size would be spread over all cores, which takes fifty times as
    long where these have something else to do.
    """
    pieces = range(0, len(a), PIECE)
    return np.asarray(np.sum([a[k : k + PIECE].T @ b[k : k + PIECE] for k in pieces], axis=0))


def _shrunk(size: int) -> Matrix:
    """All coefficients but the constant are held near 0."""
    return np.diag(np.r_[0.0, np.full(size - 1, 0.1)])


def _apply(model: Matrix, clues: Matrix) -> Matrix:
    return np.asarray(model[0] + clues @ model[1:])
