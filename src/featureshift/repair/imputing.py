"""Columns replaced by draws from what the reference says of them, given the other columns.

Each row of the query takes the cells of one row of the reference, its donor: one that shares a leaf
with it in a random tree of a forest that predicts these columns from the others. Draws keep the
spread that predictions lose, values are such as the reference has, and columns that are replaced
together keep their relations.
"""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from featureshift.repair.editable import Editable
from featureshift.repair.step import Series

MOST_ROWS = 20_000
"""Of the reference, among which donors are looked for."""
TREES = 50
LEAF = 5
"""Rows of the reference in a leaf, at least."""
LEVELS = 8
"""Categories that are told apart in what is predicted, the most frequent ones."""

Matrix = NDArray[np.float64]
Rows = NDArray[np.intp]


def impute_columns(
    reference: Editable, query: Editable, names: Sequence[str], given: Sequence[str], seed: int
) -> dict[str, Series]:
    """The columns ``names`` of the query, drawn from the reference given the columns ``given``."""
    rng = np.random.default_rng(seed)
    some = np.sort(rng.permutation(reference.n_rows)[:MOST_ROWS])
    pairs = [_encoded(reference.column(name), query.column(name)) for name in given]
    targets = np.column_stack([_told(reference.column(name))[some] for name in names])
    if pairs:
        known, asked = (np.column_stack(side) for side in zip(*pairs, strict=True))
        donors = some[_donors(known[some], targets, asked, rng, seed)]
    else:
        donors = rng.choice(some, query.n_rows)
    return {name: _taken(reference.column(name), donors, query.column(name)) for name in names}


def _encoded(own: Series, other: Series) -> tuple[Matrix, Matrix]:
    """Numbers for the cells of one column in both tables: a text is its place among all of them."""
    if own.dtype.is_numeric() and other.dtype.is_numeric():
        return _numbers(own), _numbers(other)
    if own.dtype.is_temporal() and other.dtype.is_temporal():
        return _instants(own), _instants(other)
    texts = [side.cast(nw.String).to_list() for side in (own, other)]
    places = {text: float(k) for k, text in enumerate(sorted({*texts[0], *texts[1]} - {None}))}
    first, second = (np.array([places.get(t, np.nan) for t in side]) for side in texts)
    return first, second


def _numbers(values: Series) -> Matrix:
    cells = values.cast(nw.Float64).to_numpy().astype(np.float64)
    return np.where(np.isfinite(cells), cells, np.nan)


def _instants(values: Series) -> Matrix:
    return _numbers(values.dt.timestamp("ms"))


def _told(values: Series) -> Matrix:
    """What a forest is to predict of a column [rows, ...]: ranks or categories, and gaps."""
    first, _ = _encoded(values, values)
    gone = np.isnan(first)
    if values.dtype.is_numeric() or values.dtype.is_temporal():
        filled = np.where(gone, np.nanmedian(first) if not gone.all() else 0.0, first)
        told = (np.argsort(np.argsort(filled, kind="stable"), kind="stable") / len(filled))[:, None]
    else:
        levels, counts = np.unique(first[~gone], return_counts=True)
        frequent = levels[np.argsort(-counts, kind="stable")[:LEVELS]]
        told = (first[:, None] == frequent).astype(np.float64)
    return np.column_stack([told, gone])


def _donors(
    known: Matrix, targets: Matrix, asked: Matrix, rng: np.random.Generator, seed: int
) -> Rows:
    """A row of the reference for each row of the query."""
    from sklearn.ensemble import RandomForestRegressor

    forest = RandomForestRegressor(
        TREES, min_samples_leaf=LEAF, max_features=0.5, random_state=seed
    )
    forest.fit(known, targets)
    leaves, wanted = forest.apply(known), forest.apply(asked)
    trees = rng.integers(TREES, size=len(asked))
    donors = np.empty(len(asked), np.intp)
    for tree in range(TREES):
        rows = np.flatnonzero(trees == tree)
        order = np.argsort(leaves[:, tree], kind="stable")
        ends = [
            np.searchsorted(leaves[order, tree], wanted[rows, tree], side)
            for side in ("left", "right")
        ]
        donors[rows] = order[rng.integers(ends[0], ends[1])]
    return donors


def _taken(values: Series, rows: Rows, like: Series) -> Series:
    """Cells of the reference by their row, as a column of the query's kind of table."""
    cells: Series = values[rows.tolist()]
    if str(values.implementation) == str(like.implementation):
        return cells
    return nw.new_series(like.name or "", cells.to_list(), backend=like.implementation)
