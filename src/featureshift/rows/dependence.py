"""Whether rows depend on each other, and by how much: the design effect of each column.

Rows of one patient, one batch or one hour are alike, so a table holds fewer observations than rows.
Where rows are independent, the sum of a column over a block of rows varies as much as its single
cells say; where neighbors are alike, it varies more. That factor is the design effect: 3,000 rows
with a design effect of 10 are worth 300.

Sums are of whether a value is above the median, far from it, or missing, and for the relation of
two columns, of whether both are above: these have no outliers.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.pair import Rows, Side

MOST_CELLS = 1 << 22
"""Looked at; of a larger table, rows at even steps."""
MOST_BLOCKS, FEWEST_BLOCKS = 512, 8
"""Into which the rows are cut, from the shortest to the longest."""
FEWEST_ROWS = 2 * FEWEST_BLOCKS
MARKED_ROWS = 256
"""By which the quartiles are known well enough."""
SPLIT = 0.1
"""Share of the rows by which one side of the median must have more than the other to be taken."""
CHANCE = 1e-3
"""Chance that rows seem to depend on each other in any column of a table of independent rows."""
LOOKS = 20
"""At each column: lengths of blocks, and what sums are of."""

TINY = 1e-12
"""A variance below this is that of a constant."""

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Groups = NDArray[np.int64]


class OrderedRows(NamedTuple):
    """Rows of one table as they stood, or in their groups."""

    rows: Rows
    """[rows, features], NaN where missing."""
    groups: Groups | None = None
    """[rows]"""
    step: int = 1
    """Every so many-th row of the table."""


class Effects(NamedTuple):
    """Design effects, [features] each."""

    proven: Floats
    """What was seen where chance does not explain it, else 1."""
    cautious: Floats
    """What was seen and one standard error more, at least 1."""

    @property
    def depend(self) -> bool:
        """Whether the rows of the table depend on each other, in any column."""
        return bool((self.proven > 1).any())

    @property
    def typical(self) -> float:
        """Of the columns in which rows depend on each other."""
        return float(np.median(self.proven[self.proven > 1])) if self.depend else 1.0


def ordered_rows(side: Side) -> OrderedRows:
    """Those of the sample, at even steps if they are too many."""
    order, groups = side.sample.in_order(side.n_rows), side.sample.groups
    step = max(-(-len(order) * len(side.selection) // MOST_CELLS), 1)
    order = order[::step]
    return OrderedRows(side.encoded(order), None if groups is None else groups[order], step)


def design_effects(table: OrderedRows, longest: int | None = None) -> Effects:
    """Of each column. ``longest`` bounds the blocks: the effect in a query with so many rows.

    >>> rng = np.random.default_rng(0)
    >>> rows = np.stack([np.repeat(rng.normal(size=300), 10), rng.normal(size=3000)], axis=1)
    >>> design_effects(OrderedRows(rows.astype(np.float32))).proven.round(0).tolist()
    [13.0, 1.0]
    """
    low, _, high = _marks(table.rows)
    found = [
        _effects(_halved(table.rows), table, longest),
        _effects((table.rows > high) | (table.rows < low), table, longest),
    ]
    missing = np.isnan(table.rows)
    if missing.any():
        found.append(_effects(missing, table, longest))
    return _largest(found)


def relation_effects(
    table: OrderedRows, partners: NDArray[np.intp], longest: int | None = None
) -> Effects:
    """Of the relations of each column to its partners [features, k]; the largest of them."""
    above = _halved(table.rows)
    return _largest([_effects(above == above[:, others], table, longest) for others in partners.T])


def _largest(found: list[Effects]) -> Effects:
    return Effects(*(np.max(values, axis=0) for values in zip(*found, strict=True)))


def _halved(rows: Rows) -> Flags:
    """[rows, features]: above the median, or where that halves a column better, below it."""
    middle = _marks(rows)[1]
    above = rows > middle
    few = _some(rows)
    better = (few < middle).sum(axis=0) > (few > middle).sum(axis=0) + SPLIT * len(few)
    above[:, better] = rows[:, better] < middle[better]
    return np.asarray(above)


def _marks(rows: Rows) -> Rows:
    """Quartiles of each column, by some of the rows; 0 of one without values."""
    few = np.sort(_some(rows), axis=0)  # missing ones last
    present = len(few) - np.isnan(few).sum(axis=0)
    places = (np.array([[0.25], [0.5], [0.75]]) * present).astype(np.intp)
    marks = np.take_along_axis(few, np.minimum(places, len(few) - 1), axis=0)
    return np.where(present > 0, marks, np.float32(0))


def _some(rows: Rows) -> Rows:
    return rows[:: max(len(rows) // MARKED_ROWS, 1)]


def _effects(cells: Flags, table: OrderedRows, longest: int | None) -> Effects:
    """Of the shares of cells [rows, k] that are true."""
    proven, cautious = np.ones((2, cells.shape[1]))
    if len(cells) < FEWEST_ROWS:
        return Effects(proven, cautious)
    numbers = cells.astype(np.float32)
    share = np.ones(len(cells), np.float32) @ numbers / np.float32(len(cells))
    variance = np.maximum((share * (1 - share)).astype(np.float64), TINY)
    if table.groups is None:
        ratios = _of_blocks(numbers, share, None if longest is None else longest // table.step)
    else:
        ratios = _of_groups(numbers, share, table.groups)
    surprise = -NormalDist().inv_cdf(CHANCE / (LOOKS * cells.shape[1]))
    for squares, blocks in ratios:
        # What is true of a handful of rows falls into one block by chance.
        freedom = 2 / (2 / blocks + 1 / (len(cells) * variance))
        ratio = np.where(variance > TINY, squares / variance, 1.0)
        # Wilson and Hilferty: the cube root of a mean of squares is about normal.
        spread = 2 / (9 * freedom)
        surprising = np.cbrt(ratio) > 1 - spread + surprise * np.sqrt(spread)
        of_all_rows = 1 + (ratio - 1) * table.step
        proven = np.where(surprising, np.maximum(proven, of_all_rows), proven)
        error = np.where(variance > TINY, ratio * table.step * np.sqrt(2 / freedom), 0.0)
        cautious = np.maximum(cautious, of_all_rows + error)
    return Effects(proven, cautious)


def _of_blocks(numbers: Rows, share: Rows, longest: int | None) -> Iterator[tuple[Floats, float]]:
    """Mean square of sums over blocks, per row, [k], and their number; for doubling lengths."""
    length = max(2, -(-len(numbers) // MOST_BLOCKS))
    blocks = len(numbers) // length
    shaped = numbers[: blocks * length].reshape(blocks, length, -1)
    sums = np.einsum("blk->bk", shaped) - length * share
    while blocks >= FEWEST_BLOCKS:
        squares = np.einsum("bk,bk->k", sums, sums, dtype=np.float64)
        yield squares / (blocks * length), float(blocks)
        if longest is not None and length >= longest:
            return
        blocks, length = blocks // 2, length * 2
        sums = sums[0 : 2 * blocks : 2] + sums[1 : 2 * blocks : 2]


def _of_groups(numbers: Rows, share: Rows, groups: Groups) -> Iterator[tuple[Floats, float]]:
    """The same over groups. Pairs within them are what can make their sums vary more."""
    order = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.diff(groups[order], prepend=-1))
    sizes = np.diff(starts, append=len(numbers)).astype(np.float64)
    sums = np.add.reduceat(numbers[order], starts, axis=0) - sizes[:, None] * share
    pairs = float((sizes * (sizes - 1)).sum())
    if pairs > 0:
        squares = np.einsum("gk,gk->k", sums, sums, dtype=np.float64)
        yield squares / len(numbers), len(numbers) ** 2 / pairs
