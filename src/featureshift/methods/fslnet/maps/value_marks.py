"""Which exact values a column takes, marked in a bounded number of buckets.

Columns of whole numbers, prices or grey levels take values that lie closer together than the cells
of a grid. A shift that leaves their distribution nearly alone, such as a little noise or a mean of
neighbors, still makes values that were never there. Values are hashed to buckets, of which only is
kept whether they hold none, one or more: a bucket that two values share hides one of them, and
nothing worse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.measures import Block, FloatMap

MOST_BUCKETS, FEWEST_BUCKETS = 8192, 1024
MOST_MARKS = 1 << 28
"""Of all columns of a table: one byte each."""
TILE = 64
"""Columns at a time."""
SEVERAL = 2
"""The mark of two values or more."""
VALUE_CHANNELS = (
    "value_new_surplus",
    "value_gone_surplus",
    "value_new",
    "value_gone",
    "value_new_expected",
    "value_gone_expected",
    "value_kinds_reference",
    "value_kinds_query",
)


def buckets_of(n_features: int) -> int:
    """Buckets of each column of a table this wide, a power of two.

    >>> [buckets_of(d) for d in (10, 32_768, 40_000, 200_000)]
    [8192, 8192, 4096, 1024]
    """
    affordable = 1 << (MOST_MARKS // max(n_features, 1)).bit_length() - 1
    return min(max(affordable, FEWEST_BUCKETS), MOST_BUCKETS)


@dataclass(frozen=True, eq=False)
class ValueMarks:
    """The marks of one table."""

    marks: NDArray[np.uint8]
    """[features, buckets]: 0, 1, or 2 for more."""

    @classmethod
    def start(cls, n_features: int) -> ValueMarks:
        return cls(np.zeros((n_features, buckets_of(n_features)), np.uint8))

    def update(self, block: Block) -> ValueMarks:
        """With the cells of a block [rows, features]; the state itself is changed.

        >>> block = np.array([[0.25], [0.25], [0.5], [np.nan]], np.float32)
        >>> marks = ValueMarks.start(1).update(block).marks
        >>> sorted(marks[marks > 0].tolist())
        [1, 2]
        """
        buckets = self.marks.shape[1]
        for columns, places, present in _tiles(block, buckets):
            width = columns.stop - columns.start
            found = np.bincount(places[present], minlength=width * buckets)
            added = np.minimum(found, SEVERAL).astype(np.uint8).reshape(width, buckets)
            self.marks[columns] = np.minimum(self.marks[columns] + added, SEVERAL)
        return self

    def merge(self, other: ValueMarks) -> ValueMarks:
        return ValueMarks(np.minimum(self.marks + other.marks, SEVERAL))

    def strangers(self, block: Block) -> NDArray[np.int64]:
        """Cells of a block in buckets that hold nothing here, [features]."""
        counts = np.empty(block.shape[1], np.int64)
        for columns, places, present in _tiles(block, self.marks.shape[1]):
            empty = self.marks[columns].ravel()[places] == 0
            counts[columns] = np.sum(empty & present, axis=0)
        return counts

    @property
    def singles(self) -> FloatMap:
        """Buckets that hold one value, [features]."""
        return np.asarray(np.sum(self.marks == 1, axis=1), np.float64)

    @property
    def kinds(self) -> FloatMap:
        """Buckets that hold any, [features]."""
        return np.asarray(np.sum(self.marks > 0, axis=1), np.float64)


@dataclass(frozen=True)
class MarksReader:
    """The marks of a table."""

    def start(self, n_features: int) -> ValueMarks:
        return ValueMarks.start(n_features)

    def update(self, state: ValueMarks, block: Block) -> ValueMarks:
        return state.update(block)

    def merge(self, left: ValueMarks, right: ValueMarks) -> ValueMarks:
        return left.merge(right)


@dataclass(frozen=True, eq=False)
class StrangersReader:
    """Cells of a table in buckets that hold nothing of the reference, or nothing of the query."""

    reference: ValueMarks
    query: ValueMarks

    def start(self, n_features: int) -> NDArray[np.int64]:
        return np.zeros((2, n_features), np.int64)

    def update(self, state: NDArray[np.int64], block: Block) -> NDArray[np.int64]:
        return state + np.stack([marks.strangers(block) for marks in (self.reference, self.query)])

    def merge(self, left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.int64]:
        return left + right


def value_contrasts(
    marks: tuple[ValueMarks, ValueMarks],
    strangers: tuple[NDArray[np.int64], NDArray[np.int64]],
    counts: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> NDArray[np.float32]:
    """The values of ``VALUE_CHANNELS``, [8, features]; each argument for reference and query.

    ``strangers`` are what a ``StrangersReader`` makes of each table, ``counts`` its present cells.
    """
    rows = [np.maximum(each, 1).astype(np.float64) for each in counts]
    # New in the query against the reference, gone from it the other way around.
    found = [strangers[1][0].astype(np.float64), strangers[0][1].astype(np.float64)]
    expected = [
        rows[1] * marks[0].singles / rows[0],
        rows[0] * marks[1].singles / rows[1],
    ]
    surplus = [
        unexpected(cells, chance, own / other)
        for cells, chance, own, other in zip(found, expected, rows[::-1], rows, strict=True)
    ]
    logs = [np.log1p(each) / 2 for each in (*found, *expected)]
    kinds = [(np.log1p(each.kinds) - 3) / 2 for each in marks]
    return np.asarray(np.stack([*surplus, *logs, *kinds]), np.float32)


def unexpected(found: FloatMap, expected: FloatMap, ratio: FloatMap) -> FloatMap:
    """How many more cells are alone than Good and Turing expect, in deviations, on a log scale.

    ``expected`` is what the other table's rows that are alone in their place let expect; ``ratio``
    is the number of own rows for each of the other's.
    """
    deviation = np.sqrt(expected * (1 + ratio) + found + 1)
    surplus: FloatMap = np.arcsinh((found - expected) / deviation)
    return surplus


def _tiles(
    block: Block, n_buckets: int
) -> Iterator[tuple[slice, NDArray[np.intp], NDArray[np.bool_]]]:
    """Columns, the place of each cell among their buckets [rows, width], and which are present."""
    for start in range(0, block.shape[1], TILE):
        columns = slice(start, min(start + TILE, block.shape[1]))
        cells = np.ascontiguousarray(block[:, columns]) + np.float32(0)  # -0 is 0
        mixed = cells.view(np.uint32) * np.uint32(2654435761)
        mixed ^= mixed >> np.uint32(15)
        mixed = mixed * np.uint32(2246822519)
        buckets = mixed >> np.uint32(33 - n_buckets.bit_length())
        first = np.arange(cells.shape[1], dtype=np.intp) * n_buckets
        yield columns, buckets.astype(np.intp) + first, ~np.isnan(cells)
