"""The one row sample of a table: bounded, mergeable, the same for any row order and partition.

Rows are kept by the smallest 64-bit hashes of their content (bottom-k). A table of at most
``capacity`` rows is its own sample. In a longer one identical rows share a hash and carry a count,
so a table with few distinct rows is still known exactly. Each row knows where it stood.

The sample serves the networks, the baselines, the explanation and ``max_rows``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.arrow import hash_text

GOLDEN = 0x9E3779B97F4A7C15
EVERY = np.uint64(2**64 - 1)
"""The limit of a sample that leaves no row out."""
SLACK = 1.5
"""Rows held before the surplus is dropped, in capacities: dropping copies all that stay."""
HEAVY = 4.0
"""Mean count of a row's content above which a few contents decide what a sample looks like."""
_CACHED_CELLS = 1 << 15
"""Hashed at a time: what stays in the cache is ten times faster than a pass over memory."""
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))

Raw = NDArray[np.floating[Any]]
Indices = NDArray[np.intp]


def column_salts(names: Sequence[str]) -> NDArray[np.uint64]:
    """One odd multiplier per column name, so that column order does not matter."""
    salts = np.array([hash_text(name) for name in names], dtype=np.uint64)
    return np.asarray(scramble(salts) | np.uint64(1))


def row_keys(values: Raw, salts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A 64-bit hash of each row [rows]; -0 equals 0 and every NaN equals every other.

    The sum over columns of salt times bits is universal in its high bits only; numbers with short
    mantissas differ in high bits only, so these are folded down first.
    """
    keys = np.empty(len(values), np.uint64)
    step = max(_CACHED_CELLS // max(values.shape[1], 1), 1)
    for start in range(0, len(values), step):
        cells = np.add(values[start : start + step], 0.0, dtype=np.float64)
        missing = np.isnan(cells)
        if missing.any():
            cells[missing] = np.nan
        bits = cells.view(np.uint64)
        bits ^= bits >> np.uint64(32)
        keys[start : start + step] = bits @ salts
    return scramble(keys)


def scramble(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finalizer of splitmix64: a bijection that spreads every input bit over all of them."""
    for shift, factor in zip((30, 27), _MIX, strict=True):
        x = (x ^ (x >> np.uint64(shift))) * factor
    return x ^ (x >> np.uint64(31))


@dataclass(frozen=True, eq=False)
class RowSample:
    """Raw rows in blocks; the other arrays are [rows], aligned with the blocks put together."""

    capacity: int
    blocks: tuple[Raw, ...]
    """[some rows, features] each; may be the user's own memory, so do not write."""
    keys: NDArray[np.uint64]
    counts: NDArray[np.int64]
    """How often a row occurred; identical rows stand apart until the capacity is exceeded."""
    positions: NDArray[np.int64]
    """Where a row stood in its table, the first of identical ones."""
    limit: np.uint64 = EVERY
    """Rows with a larger key are not in the sample."""

    @classmethod
    def empty(cls, capacity: int) -> RowSample:
        nothing = np.empty(0, np.int64)
        return cls(capacity, (), np.empty(0, np.uint64), nothing, nothing)

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def is_complete(self) -> bool:
        """Whether it holds every row of its table."""
        return bool(self.limit == EVERY)

    def update(self, values: Raw, salts: NDArray[np.uint64], start: int) -> RowSample:
        """With the rows of a batch, the first of which stands at position ``start``."""
        keys = row_keys(values, salts)
        positions = np.arange(start, start + len(values))
        if not self.is_complete:
            hopeful = keys <= self.limit
            keys, values, positions = keys[hopeful], values[hopeful], positions[hopeful]
        return self._with((values,), keys, np.ones(len(keys), np.int64), positions)

    def merge(self, other: RowSample, offset: int) -> RowSample:
        """With the sample of the rows that follow those of this one, which are ``offset`` many."""
        limit = min(self.limit, other.limit)
        own, others = self.below(limit), other.below(limit)
        return own._with(others.blocks, others.keys, others.counts, others.positions + offset)

    def _with(
        self,
        blocks: tuple[Raw, ...],
        keys: NDArray[np.uint64],
        counts: NDArray[np.int64],
        positions: NDArray[np.int64],
    ) -> RowSample:
        if len(keys) == 0:
            return self
        grown = replace(
            self,
            blocks=self.blocks + blocks,
            keys=np.concatenate([self.keys, keys]),
            counts=np.concatenate([self.counts, counts]),
            positions=np.concatenate([self.positions, positions]),
        )
        return grown.settled() if len(grown) > SLACK * self.capacity else grown

    def settled(self) -> RowSample:
        """At most ``capacity`` rows; where there were more, identical ones are one row."""
        if len(self) <= self.capacity:
            return self
        keys, first, inverse = np.unique(self.keys, return_index=True, return_inverse=True)
        counts = np.bincount(inverse, weights=self.counts).astype(np.int64)
        few = slice(self.capacity)
        return replace(
            self,
            blocks=(self.take(first[few]),),
            keys=keys[few],
            counts=counts[few],
            positions=self.positions[first[few]],
            limit=keys[few][-1] if len(keys) > self.capacity else self.limit,
        )

    def below(self, limit: np.uint64) -> RowSample:
        """The rows that a sample with this limit would hold."""
        if limit >= self.limit:
            return self
        chosen = np.flatnonzero(self.keys <= limit)
        return replace(
            self,
            blocks=(self.take(chosen),),
            keys=self.keys[chosen],
            counts=self.counts[chosen],
            positions=self.positions[chosen],
            limit=limit,
        )

    def select(self, columns: Sequence[int]) -> RowSample:
        """The same rows with some of their columns."""
        return replace(self, blocks=tuple(block[:, list(columns)] for block in self.blocks))

    def take(self, rows: Indices) -> Raw:
        """Raw rows by their number [rows, features]."""
        if len(self.blocks) == 1:
            return self.blocks[0][rows]
        width = self.blocks[0].shape[1] if self.blocks else 0
        taken = np.empty((len(rows), width), np.result_type(np.float32, *self.blocks))
        for block, start in zip(self.blocks, self._starts(), strict=True):
            here = np.flatnonzero((rows >= start) & (rows < start + len(block)))
            taken[here] = block[rows[here] - start]
        return taken

    def _starts(self) -> list[int]:
        sizes = [len(block) for block in self.blocks]
        return [sum(sizes[:k]) for k in range(len(sizes))]

    def shuffled(self, most: int | None = None) -> Indices:
        """Numbers of the rows in random order, each as often as it occurred.

        Content decides the order, so the first so many are a random sample themselves. Beyond
        ``most`` rows, counts are thinned out evenly.
        """
        rows = spread(self.counts, most)
        keys = self.keys[rows]
        order = np.argsort(scramble(keys + _identical_before(rows) * np.uint64(GOLDEN)))
        return rows[order][:most]

    def in_order(self, most: int | None = None) -> Indices:
        """Numbers of the rows as they stood in the table, each as often as it occurred."""
        rows = self.shuffled(most)
        return rows[np.argsort(self.positions[rows], kind="stable")]

    def neighbors(self, most: int) -> Indices:
        """Numbers of at most so many rows next to which another stood, in the table's order."""
        order = np.argsort(self.positions, kind="stable")
        adjacent = np.diff(self.positions[order]) == 1
        touching = np.append(adjacent, False) | np.append(False, adjacent)
        return np.asarray(order[touching][:most])


def spread(counts: NDArray[np.int64], most: int | None = None) -> Indices:
    """Distinct rows repeated as often as they occur; beyond ``most`` evenly thinned out.

    >>> spread(np.array([1, 3]), 10).tolist(), spread(np.array([100, 300]), 4).tolist()
    ([0, 1, 1, 1], [0, 1, 1, 1])
    """
    total = int(counts.sum())
    if total == len(counts):
        return np.arange(len(counts))
    if most is None or total <= most:
        return np.repeat(np.arange(len(counts)), counts)
    places = (np.arange(most) + 0.5) * (total / most)
    return np.asarray(np.searchsorted(np.cumsum(counts), places, side="right"))


def _identical_before(rows: Indices) -> NDArray[np.uint64]:
    """How often the same number precedes each of the ascending ones: 0, 1, 2, ... and 0 again."""
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    sizes = np.diff(starts, append=len(rows))
    return (np.arange(len(rows)) - np.repeat(starts, sizes)).astype(np.uint64)


def comparable(
    reference: RowSample, query: RowSample, n_rows: tuple[int, int]
) -> tuple[RowSample, RowSample]:
    """Samples of two tables of which neither leaves out a content that the other shows.

    Where contents are rare, any choice of them is a fair sample of the rows. Where some are
    frequent, one of them may be in one sample and not in the other, and tables of one distribution
    would look shifted; then both are cut at the lower of the two limits. Since content decides, the
    same contents are left of both.
    """
    fair = [_is_fair(*each) for each in zip((reference, query), n_rows, strict=True)]
    if all(fair):
        return reference, query
    limit = min(reference.limit, query.limit)
    return reference.below(limit), query.below(limit)


def _is_fair(sample: RowSample, n_rows: int) -> bool:
    """Whether the rows of a sample look like a random choice of the table's rows."""
    if sample.is_complete:
        return True
    total = float(sample.counts.sum())
    repeats = float(np.square(sample.counts).sum()) / total
    expected = n_rows * (float(sample.limit) / 2.0**64)
    error = np.sqrt(repeats / len(sample))
    return repeats < HEAVY and abs(total / expected - 1) < max(0.05, 5 * error)
