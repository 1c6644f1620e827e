"""Exact counts of every column on a uniform grid over [0, 1], edges apart from interiors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.methods.measures.functional import Block, FloatMap, Functional
from featureshift.methods.measures.tiles import Scratch, tiles

WIDEST_TILE = 128
MOST_CELLS = 2048
"""Up to here i / cells in float32 is known to equal np.linspace, and slot numbers fit float32."""


@dataclass(frozen=True, eq=False)
class GridState:
    """Counts on the slots: edge 0, inside of cell 0, edge 1, inside of cell 1, ..., last edge.

    Discrete columns sit exactly on edges. With edges counted apart from the open cells between
    them, left-closed and right-closed counts are both exact, and so are the ranks of such columns.

    >>> import numpy as np
    >>> grid = UniformGrid(cells=2)
    >>> state = grid.update(grid.start(1), np.array([[0.0], [0.5], [0.6], [1.0]], np.float32))
    >>> state.slots, state.left_closed, state.right_closed
    (array([[1, 0, 1, 1, 1]]), array([[1, 3]]), array([[2, 2]]))
    """

    slots: NDArray[np.int64]
    """[features, 2 * cells + 1]"""

    @property
    def cells(self) -> int:
        return int(self.slots.shape[1]) // 2

    @property
    def count(self) -> NDArray[np.int64]:
        """Present values, [features]."""
        present: NDArray[np.int64] = self.slots.sum(axis=1)
        return present

    @property
    def left_closed(self) -> NDArray[np.int64]:
        """Counts of [e_k, e_k+1), the last cell closed, as np.histogram: [features, cells]."""
        counts = self.slots[:, :-1:2] + self.slots[:, 1::2]
        counts[:, -1] += self.slots[:, -1]
        return counts

    @property
    def right_closed(self) -> NDArray[np.int64]:
        """Counts of (e_k, e_k+1], the first cell closed: [features, cells]."""
        counts = self.slots[:, 1::2] + self.slots[:, 2::2]
        counts[:, 0] += self.slots[:, 0]
        return counts

    @property
    def shares(self) -> FloatMap:
        """Histogram: left-closed counts over present values, [features, cells], NaN if none."""
        return self._over_present(self.left_closed)

    @property
    def cdf(self) -> FloatMap:
        """Share of present values <= the right edge of each cell, [features, cells]."""
        return self._over_present(np.cumsum(self.right_closed, axis=1))

    def _over_present(self, counts: NDArray[np.int64]) -> FloatMap:
        present = self.count[:, None]
        return np.where(present > 0, counts / np.maximum(present, 1), np.nan)


@dataclass(frozen=True)
class UniformGrid(Functional[GridState]):
    """Histogram and empirical distribution function on ``cells`` equal cells.

    Values outside [0, 1] should not occur; they count as 0 or 1.

    >>> import numpy as np
    >>> grid = UniformGrid(cells=4)
    >>> block = np.array([[0.0], [0.25], [0.3], [np.nan]], np.float32)
    >>> grid.result(grid.update(grid.start(1), block))[:, 0].round(2)
    array([0.33, 0.67, 0.  , 0.  , 0.67, 1.  , 1.  , 1.  ])
    >>> grid.channels
    ('histogram_4_0', ..., 'histogram_4_3', 'ecdf_4_0', ..., 'ecdf_4_3')
    """

    cells: int = 100

    def __post_init__(self) -> None:
        if not 1 <= self.cells <= MOST_CELLS:
            raise OptionError(
                "number of grid cells out of range",
                expected=f"1 to {MOST_CELLS}",
                found=str(self.cells),
            )

    @property
    def edges(self) -> NDArray[np.float32]:
        """[cells + 1], equal to np.linspace(0, 1, cells + 1, dtype=np.float32)."""
        return np.arange(self.cells + 1, dtype=np.float32) / np.float32(self.cells)

    @property
    def channels(self) -> tuple[str, ...]:
        return (*cell_names("histogram", self.cells), *cell_names("ecdf", self.cells))

    def start(self, n_features: int) -> GridState:
        return GridState(np.zeros((n_features, 2 * self.cells + 1), np.int64))

    def update(self, state: GridState, block: Block) -> GridState:
        scratch = Scratch(block.size)
        for rows, columns in tiles(*block.shape, widest=WIDEST_TILE):
            state.slots[columns] += _counted(block[rows, columns], self.cells, scratch)
        return state

    def merge(self, left: GridState, right: GridState) -> GridState:
        return GridState(left.slots + right.slots)

    def result(self, state: GridState) -> FloatMap:
        return np.concatenate([state.shares.T, state.cdf.T])


def cell_names(what: str, cells: int) -> tuple[str, ...]:
    """Channel names of one value per cell.

    >>> cell_names("ecdf", 12)
    ('ecdf_12_00', 'ecdf_12_01', ..., 'ecdf_12_11')
    """
    digits = len(str(cells - 1))
    return tuple(f"{what}_{cells}_{cell:0{digits}d}" for cell in range(cells))


def _counted(tile: Block, cells: int, scratch: Scratch) -> NDArray[np.int64]:
    """Slot counts [features, 2 * cells + 1] of one tile [rows, features]."""
    # Two slots in front collect what is missing (only the first is ever used).
    features, slots = tile.shape[1], 2 * cells + 3
    numbers = _slot_numbers(tile, cells, scratch)
    numbers += np.arange(2, features * slots, slots, dtype=np.float32)
    # By way of int32, which float32 converts to much faster.
    narrow = scratch.array("narrow", tile.shape, np.int32)
    np.copyto(narrow, numbers, casting="unsafe")
    index = scratch.array("index", tile.shape, np.intp)
    np.copyto(index, narrow)
    counts = np.bincount(index.reshape(-1), minlength=features * slots)
    return counts.reshape(features, slots)[:, 2:]


def _slot_numbers(tile: Block, cells: int, scratch: Scratch) -> NDArray[np.float32]:
    """The slot of each value [rows, features]; -2 where missing.

    The nearest edge is found by rounding, and computed anew rather than looked up, which float32
    division does exactly. The value lies on it, or in the cell before, or in the cell after.
    """
    values, nearest, edges = (
        scratch.array(name, tile.shape, np.float32) for name in ("values", "nearest", "edges")
    )
    mask, side = (scratch.array(name, tile.shape, np.bool_) for name in ("mask", "side"))
    np.clip(tile, np.float32(0), np.float32(1), out=values)
    np.multiply(values, np.float32(cells), out=nearest)
    np.rint(nearest, out=nearest)
    if np.isnan(nearest, out=mask).any():
        np.copyto(nearest, np.float32(-1), where=mask)
    np.divide(nearest, np.float32(cells), out=edges)
    np.greater(values, edges, out=side)
    np.less(values, edges, out=mask)
    nearest += nearest
    nearest += np.subtract(side.view(np.int8), mask.view(np.int8), out=side.view(np.int8))
    return nearest
