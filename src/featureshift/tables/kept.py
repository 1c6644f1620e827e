"""The rows of a few columns that a result keeps, so that it can say later what happened to them.

They come from the row sample, in raw values: what a person reads in the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind

if TYPE_CHECKING:
    from featureshift.tables.pair import Side, TablePair

MOST_ROWS = 5000
SAMPLED_CELLS = 1 << 22
"""In the sample of one table, all columns together; 32 MB at most until the result is cut."""
LEAST_ROWS = 200
"""Also of the widest table: fewer say nothing about any column."""
NEIGHBORS = 1000
"""Rows that are kept in the order of the table."""
KEPT_CELLS = 1 << 20
"""In the result, for one table: 8 MB."""

Matrix = NDArray[np.float64]


def explained_rows(n_features: int) -> int:
    """Rows of a table this wide that an explanation needs in the sample.

    >>> [explained_rows(d) for d in (20, 2000, 200_000)]
    [5000, 2097, 200]
    """
    return int(np.clip(SAMPLED_CELLS // max(n_features, 1), LEAST_ROWS, MOST_ROWS))


@dataclass(frozen=True, eq=False)
class KeptSide:
    """Some columns of one table; a category is its position among the labels, missing is NaN."""

    n_rows: int
    """Of the whole table."""
    kinds: tuple[Kind, ...]
    """What each column is in this table; the comparison may read it as something wider."""
    rows: Matrix
    """[kept, columns], in no order that means anything"""
    places: NDArray[np.int64]
    """Where these stood in the table [kept]."""
    ordered: Matrix
    """[rows, columns], rows whose neighbors are there too, in the order of the table"""
    positions: NDArray[np.int64]
    """Where these stood in the table [rows]."""
    missing: Matrix
    """Share of missing cells in the whole table [columns]."""
    low: Matrix
    """Smallest and largest value in the whole table [columns]; of a category they say nothing."""
    high: Matrix


@dataclass(frozen=True, eq=False)
class KeptRows:
    """Flagged columns, their partners, and columns by which rows are told apart."""

    features: tuple[str, ...]
    kinds: tuple[Kind, ...]
    """As compared."""
    labels: tuple[tuple[str, ...], ...]
    """Of each categorical column its categories, the most frequent first; empty for others."""
    partners: tuple[tuple[str, ...], ...]
    """Of each flagged column, as many as were asked for; empty for those that are only partners."""
    compared: int
    """Columns among which the partners were chosen."""
    reference: KeptSide
    query: KeptSide


def keep_columns(
    pair: TablePair, columns: Sequence[int], partners: Sequence[tuple[str, ...]]
) -> KeptRows:
    """Cut these columns out of the samples of both scans."""
    levels = pair.reference.encoder.levels
    return KeptRows(
        features=tuple(pair.features[j] for j in columns),
        kinds=tuple(pair.kinds[j] for j in columns),
        labels=tuple(levels[j].texts if j in levels else () for j in columns),
        partners=tuple(partners),
        compared=pair.n_features,
        reference=_keep_side(pair.reference, columns),
        query=_keep_side(pair.query, columns),
    )


def _keep_side(side: Side, columns: Sequence[int]) -> KeptSide:
    most = int(np.clip(KEPT_CELLS // max(len(columns), 1), LEAST_ROWS, MOST_ROWS))
    shuffled = side.sample.shuffled(most)
    neighbors = side.sample.neighbors(min(NEIGHBORS, most))
    kinds = side.own_kinds
    return KeptSide(
        n_rows=side.n_rows,
        kinds=tuple(kinds[j] for j in columns),
        rows=decoded(side, shuffled, columns),
        places=side.sample.positions[shuffled],
        ordered=decoded(side, neighbors, columns),
        positions=side.sample.positions[neighbors],
        missing=1 - side.scan.present[list(columns)] / side.scan.n_rows,
        low=side.scan.low[list(columns)],
        high=side.scan.high[list(columns)],
    )


def decoded(side: Side, rows: NDArray[np.intp], columns: Sequence[int]) -> Matrix:
    """Sampled rows as a person reads them: categories by position, infinities as missing."""
    values = side.sample.select(columns).take(rows).astype(np.float64)
    values[np.isinf(values)] = np.nan
    for position, j in enumerate(columns):
        if j in side.encoder.levels:
            values[:, position] = side.encoder.levels[j].encode(values[:, position])
    return values
