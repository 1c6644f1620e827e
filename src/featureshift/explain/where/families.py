"""The conditions that are tried: levels, one-sided cuts, stretches of the rows in their order.

Rows of each table go to cells (a level, a fiftieth of the values); a condition is a set of cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.tables.kept import KeptRows

Vector = NDArray[np.float64]
Cells = NDArray[np.intp]
Sets = NDArray[np.bool_]

MOST_LEVELS = 50
CUTS = 32
"""Cells of a column of numbers."""
STRETCHES = 40
"""Cells of the order of the rows."""


@dataclass(frozen=True, eq=False)
class Family:
    """Conditions on one column, or on the order of the rows."""

    kind: str
    """"levels", "cuts" or "order"."""
    column: ColumnPair | None
    values: tuple[Vector, Vector, Vector]
    """Of reference, query and the query's ordered rows."""
    cells: tuple[Cells, Cells]
    """Of reference and query [rows]; where the value is missing, one beyond the last."""
    sets: Sets
    """[conditions, cells]"""
    levels: Vector
    """Value of each cell, if it has one."""

    @property
    def feature(self) -> str | None:
        return None if self.column is None else self.column.feature


def families(
    kept: KeptRows, columns: Mapping[str, ColumnPair], changed: Collection[str]
) -> tuple[Family, ...]:
    """Simplest first; no condition is made on a column whose own values changed."""
    sound = [column for name, column in columns.items() if name not in changed]
    made = [family for column in sound for family in _of_column(column)]
    made.sort(key=lambda family: family.kind != "levels")
    n_reference = max((len(column.reference) for column in columns.values()), default=0)
    return (*made, _order(kept, n_reference))


def _of_column(column: ColumnPair) -> Iterator[Family]:
    values = column.reference, column.query, column.ordered
    levels = np.unique(np.concatenate([column.before, column.after]))
    if 2 <= len(levels) <= MOST_LEVELS:
        cells = _codes(values[0], levels), _codes(values[1], levels)
        yield Family("levels", column, values, cells, np.eye(len(levels), dtype=bool), levels)
    if column.categorical or len(levels) < 3:
        return
    edges = np.unique(np.quantile(column.before, np.arange(1, CUTS) / CUTS, method="lower"))
    cells = _cut(values[0], edges), _cut(values[1], edges)
    yield Family("cuts", column, values, cells, cuts(len(edges) + 1), np.empty(0))


def _codes(values: Vector, levels: Vector) -> Cells:
    return np.where(np.isnan(values), len(levels), np.searchsorted(levels, values))


def _cut(values: Vector, edges: Vector) -> Cells:
    """Cell 0 holds what is at most the first edge."""
    cells = np.searchsorted(edges, values, side="left")
    return np.where(np.isnan(values), len(edges) + 1, cells)


def _order(kept: KeptRows, n_reference: int) -> Family:
    """Rows of the query; nothing is wrong with the order of the reference's, whatever it is."""
    sides = np.arange(n_reference), kept.query.places
    cells = tuple(
        np.argsort(np.argsort(places, kind="stable")) * STRETCHES // max(len(places), 1)
        for places in sides
    )
    own, other = (places.astype(np.float64) for places in sides)
    values = own, other, kept.query.positions.astype(np.float64)
    return Family("order", None, values, (cells[0], cells[1]), stretches(STRETCHES), np.empty(0))


@lru_cache(maxsize=CUTS + 1)
def cuts(size: int) -> Sets:
    """The first cells, or the last ones.

    >>> cuts(3).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1]]
    """
    first = np.tri(size - 1, size, dtype=bool)
    return np.concatenate([first, ~first])


@lru_cache(maxsize=1)
def stretches(size: int) -> Sets:
    """All neighboring cells, but not all cells, the shortest first.

    >>> stretches(3).astype(int).tolist()
    [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1]]
    """
    cells = np.arange(size)
    ends = [(first, first + n) for n in range(1, size) for first in range(size - n + 1)]
    return np.array([(cells >= first) & (cells < last) for first, last in ends])
