"""Some rows of a large table, chosen by lot, where the content of a row draws its lot.

The rows with the smallest lots are chosen, whatever order or partition they come in. Identical
rows must not draw one and the same lot, or all of them would be in or out together: the i-th of
them draws the i-th number of a stream that their content seeds (splitmix64). Which of them is the
i-th does not matter, since they are identical.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.pair import Side
from featureshift.tables.sample import GOLDEN, column_salts, row_keys, scramble
from featureshift.tables.table import RowSubset

SLICES = 16
"""Keys are sorted a slice at a time, since sorting holds them several times over."""


def drawn_rows(
    side: Side, names: Sequence[str], most: int, telling: NDArray[np.bool_] | None = None
) -> NDArray[np.float32]:
    """Encoded rows [at most ``most``, features], a uniform choice, in the order of their lots.

    The first of them are therefore a uniform choice, too. Content and column names decide, not a
    seed: anyone gets the same rows, and what two tables have in common is chosen from both, so
    that unchanged rows are compared with themselves. Columns that are not ``telling`` [features]
    have no part in it. The table is read twice; beside the chosen rows, about 14 bytes are held for
    each of its rows, unless nearly all of them are identical.
    """
    positions = smallest_lots(_keys(side, names, telling), most)
    places = np.argsort(positions)  # a subset is read in the order of its table
    few = replace(side, table=RowSubset(side.table, positions))
    rows, start = np.empty((len(positions), len(names)), np.float32), 0
    for block in few.blocks():
        rows[places[start : start + len(block)]] = block
        start += len(block)
    return rows


def smallest_lots(keys: NDArray[np.uint64], count: int) -> NDArray[np.intp]:
    """Positions of at most ``count`` rows in the order of their lots; keys tell their content.

    >>> keys, shuffled = np.array([[7, 7, 7, 9, 8], [7, 9, 7, 8, 7]], np.uint64)
    >>> same = keys[smallest_lots(keys, 3)] == shuffled[smallest_lots(shuffled, 3)]
    >>> same.tolist()
    [True, True, True]
    """
    slices = keys.view(np.uint8)[:: keys.itemsize] % SLICES  # any byte of a key will do
    parts = [_smallest(keys, np.flatnonzero(slices == part), count) for part in range(SLICES)]
    lots, positions = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return np.asarray(positions[np.argsort(lots)[:count]], np.intp)


def _smallest(
    keys: NDArray[np.uint64], positions: NDArray[np.intp], count: int
) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """At most ``count`` lots and who drew them; no row elsewhere is identical to one of these."""
    positions = positions[np.argsort(keys[positions])]
    ordered = keys[positions]
    lots = scramble(ordered + _identical_before(ordered) * np.uint64(GOLDEN))
    if len(lots) <= count:
        return lots, positions
    chosen = np.argpartition(lots, count)[:count]
    return lots[chosen], positions[chosen]


def _identical_before(ordered: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """How many equal keys precede each of the sorted ones: 0, 1, 2, ... and 0 again."""
    starts = np.flatnonzero(np.diff(ordered, prepend=~ordered[:1]))  # the first is always new
    sizes = np.diff(starts, append=len(ordered))
    return (np.arange(len(ordered)) - np.repeat(starts, sizes)).astype(np.uint64)


def _keys(
    side: Side, names: Sequence[str], telling: NDArray[np.bool_] | None
) -> NDArray[np.uint64]:
    """Of the raw rows, so that those of one table do not depend on the other."""
    salts = column_salts(names, seed=0)
    if telling is not None:
        salts[~telling] = 0
    keys, start = np.empty(side.n_rows, np.uint64), 0
    for batch in side.table.batches(side.selection):
        stop = start + len(batch.values)
        keys[start:stop] = row_keys(batch.values, salts)
        start = stop
    return keys
