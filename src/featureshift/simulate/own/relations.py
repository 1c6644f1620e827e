"""Our own shifts of relations: cells in other rows or columns than they belong to.

E3 and E8 permute all rows; here some rows always stay in place, or every cell keeps a part of its
own value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from featureshift.simulate.manipulation import (
    CONTINUOUS,
    Indices,
    Kind,
    Manipulation,
    Scene,
    Values,
)

SHARE_OF_ROWS = (0.2, 0.9)


@dataclass(frozen=True)
class PartialShuffle(Manipulation):
    """Each chosen column permuted on its own among the same part of the rows."""

    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        return partly_shuffled(scene.chosen_query, rng)


@dataclass(frozen=True)
class RowLag(Manipulation):
    """Part of the table is late: in a block of rows, all chosen columns move down together.

    The cells at the end of the block come in again at its start. Of the whole table this would be
    E8 to anyone who does not look at the order of rows.
    """

    most: int = 50
    """Rows, at most."""

    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        new = scene.chosen_query
        count = part_of(len(new), rng)
        if count > 1:
            start = int(rng.integers(len(new) - count + 1))
            lag = int(rng.integers(1, min(self.most, count - 1) + 1))
            new[start : start + count] = np.roll(new[start : start + count], lag, axis=0)
        return new


@dataclass(frozen=True)
class SwappedColumns(Manipulation):
    """Each chosen column under the name of another; a single one is shuffled in part."""

    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        if len(scene.chosen) < 2:
            return partly_shuffled(scene.chosen_query, rng)
        cycle = rng.permutation(scene.chosen.size)
        new = scene.chosen_query
        new[:, cycle] = scene.query[:, scene.chosen[np.roll(cycle, 1)]]
        return new


@dataclass(frozen=True)
class MixedRows(Manipulation):
    """a x + (1 - a) x', where x' is a cell of another row; ``a`` is never 0, which would be E3."""

    own: tuple[float, float] = (0.2, 0.9)
    """The range of a, drawn per column."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        x = scene.chosen_query
        other = rng.permuted(x, axis=0)
        other = np.where(np.isnan(other), x, other)
        own = np.float32(rng.uniform(*self.own, size=x.shape[1]))
        # Rounding can carry the sum one step above 1.
        return np.minimum(own * x + (1 - own) * other, np.float32(1))


def partly_shuffled(columns: Values, rng: np.random.Generator) -> Values:
    """A copy of [rows, columns], each permuted on its own among the same part of the rows.

    >>> column = np.arange(10, dtype=np.float32)[:, None]
    >>> new = partly_shuffled(column, np.random.default_rng(0))
    >>> bool((new == column).any()), bool((new != column).any()), sorted(new) == sorted(column)
    (True, True, True)
    """
    new = columns.copy()
    rows = some_rows(len(columns), rng)
    new[rows] = rng.permuted(columns[rows], axis=0)
    return new


def some_rows(n_rows: int, rng: np.random.Generator) -> Indices:
    """Which rows to touch: two at least and never all, as far as there are so many."""
    return rng.permutation(n_rows)[: part_of(n_rows, rng)]


def part_of(n_rows: int, rng: np.random.Generator) -> int:
    """How many rows to touch."""
    return min(max(2, round(rng.uniform(*SHARE_OF_ROWS) * n_rows)), n_rows - 1)
