"""The rows of a few columns that a result keeps, so that it can say later what happened to them.

They come from the sample of pass 1, in raw values: what a person reads in the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
HASHED_COLUMNS = 2000
"""Hashing the rows of a wider table would take too long for evidence alone: unless the method wants
a sample anyway, evidence is then every so many-th row."""
HEAD_ROWS = 1000
HEAD_CELLS = 1 << 20
LEAST_HEAD = 100
KEPT_CELLS = 1 << 20
"""In the result, for one table: 8 MB."""

Matrix = NDArray[np.float64]


def affordable_rows(n_features: int) -> int:
    """Rows of a table this wide that a sample may hold for evidence.

    >>> [affordable_rows(d) for d in (20, 2000, 200_000)]
    [5000, 2097, 200]
    """
    return int(np.clip(SAMPLED_CELLS // max(n_features, 1), LEAST_ROWS, MOST_ROWS))


def affordable_head(n_features: int) -> int:
    """First rows, in their order, that a scan may hold; none where they would be too few.

    >>> [affordable_head(d) for d in (20, 2000, 200_000)]
    [1000, 524, 0]
    """
    rows = min(HEAD_CELLS // max(n_features, 1), HEAD_ROWS)
    return rows if rows >= LEAST_HEAD else 0


@dataclass(frozen=True, eq=False)
class KeptSide:
    """Some columns of one table; a category is its position among the labels, missing is NaN."""

    n_rows: int
    """Of the whole table."""
    kinds: tuple[Kind, ...]
    """What each column is in this table; the comparison may read it as something wider."""
    rows: Matrix
    """[kept, columns], in no order that means anything"""
    head: Matrix
    """[rows, columns], the first of the table in their order; [0, columns] if unknown"""
    missing: Matrix
    """Share of missing cells in the whole table [columns]."""


@dataclass(frozen=True, eq=False)
class KeptRows:
    """Flagged columns and their partners in both tables."""

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
    raw, counts = side.scan.evidence
    most = int(np.clip(KEPT_CELLS // max(len(columns), 1), LEAST_ROWS, MOST_ROWS))
    chosen = spread(counts, most)
    ordered = side.scan.head if side.scan.sample.capacity else side.scan.head[:0]
    return KeptSide(
        n_rows=side.n_rows,
        kinds=tuple(side.table.columns[side.selection[j].position].kind for j in columns),
        rows=decoded(side, raw, columns)[chosen],
        head=decoded(side, ordered, columns),
        missing=1 - side.scan.present[list(columns)] / side.n_rows,
    )


def spread(counts: NDArray[np.int64], most: int) -> NDArray[np.intp]:
    """Distinct rows repeated as often as they occur; beyond ``most`` evenly thinned out.

    >>> spread(np.array([1, 3]), 10).tolist(), spread(np.array([100, 300]), 4).tolist()
    ([0, 1, 1, 1], [0, 1, 1, 1])
    """
    if counts.sum() <= most:
        return np.repeat(np.arange(len(counts)), counts)
    ends = np.cumsum(counts)
    places = (np.arange(most) + 0.5) * (ends[-1] / most)
    return np.asarray(np.searchsorted(ends, places, side="right"))


def decoded(side: Side, raw: NDArray[np.floating[Any]], columns: Sequence[int]) -> Matrix:
    """Raw rows as a person reads them: categories by position, infinities as missing."""
    values = raw[:, list(columns)].astype(np.float64)
    values[np.isinf(values)] = np.nan
    for position, j in enumerate(columns):
        if j in side.encoder.levels:
            values[:, position] = side.encoder.levels[j].encode(values[:, position])
    return values
