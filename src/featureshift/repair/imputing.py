"""Columns replaced by draws from what the reference says of them, given the other columns.

Each row of the query takes a cell from one row of the reference, its donor: one for which a forest
predicts about the same (predictive mean matching). Draws keep the spread that predictions lose, and
values are such as the reference has. Columns are drawn one after the other, each given those
before it, so that they keep their relations.
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
TREES = 100
LEAF = 3
"""Rows of the reference in a leaf, at least."""
DONORS = 5
"""Rows of the reference with the most similar prediction, among which one is drawn."""
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
    drawn: dict[str, Series] = {}
    for name in names:
        own = reference.column(name)
        donors = some[_donors(pairs, some, _told(own)[some], query.n_rows, rng)]
        drawn[name] = _taken(own, donors, query.column(name))
        pairs.append((_encoded(own, own)[0], _encoded(own, own)[0][donors]))
    return drawn


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
    pairs: Sequence[tuple[Matrix, Matrix]],
    some: Rows,
    target: Matrix,
    n_query: int,
    rng: np.random.Generator,
) -> Rows:
    """For each row of the query the place of a donor among ``some`` rows of the reference."""
    if not pairs:
        return rng.integers(len(some), size=n_query)
    from sklearn.ensemble import ExtraTreesRegressor
    from sklearn.neighbors import NearestNeighbors

    known = np.column_stack([own[some] for own, _ in pairs])
    asked = np.column_stack([other for _, other in pairs])
    forest = ExtraTreesRegressor(
        TREES,
        min_samples_leaf=LEAF,
        bootstrap=True,
        oob_score=True,
        random_state=int(rng.integers(2**31)),
    )
    forest.fit(known, target)
    # A row must not have been seen by the trees that predict it: else its own noise is predicted.
    own = np.asarray(forest.oob_prediction_).reshape(len(some), -1)
    wanted = np.asarray(forest.predict(asked)).reshape(n_query, -1)
    near = NearestNeighbors(n_neighbors=min(DONORS, len(some))).fit(own)
    found = near.kneighbors(wanted, return_distance=False)
    return np.asarray(found[np.arange(n_query), rng.integers(found.shape[1], size=n_query)])


def _taken(values: Series, rows: Rows, like: Series) -> Series:
    """Cells of the reference by their row, as a column of the query's kind of table."""
    cells: Series = values[rows.tolist()]
    if str(values.implementation) == str(like.implementation):
        return cells
    return nw.new_series(like.name or "", cells.to_list(), backend=like.implementation)
