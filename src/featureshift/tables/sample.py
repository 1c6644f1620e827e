"""The one row sample of a table: bounded, mergeable, the same for any row order and partition.

Rows are kept by the smallest 64-bit hashes of their content (bottom-k). A table of at most
``capacity`` rows is its own sample. In a longer one identical rows share a hash and carry a count,
so a table with few distinct rows is still known exactly; of one with many, rows that are frequent
are kept whatever their hash (``frequent.py``). Each row knows where it stood.

The sample serves the networks, the baselines, the explanation and ``max_rows``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.arrow import hash_text

GOLDEN = 0x9E3779B97F4A7C15
EVERY = np.uint64(2**64 - 1)
"""The limit of a sample that leaves no row out."""
SLACK = 1.5
"""Rows held before the surplus is dropped, in capacities: dropping copies all that stay."""
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
        with np.errstate(invalid="ignore"):  # a NaN may be a signaling one
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
    n_rows: int
    """Of the table."""
    blocks: tuple[Raw, ...]
    """[some rows, features] each; may be the user's own memory, so do not write."""
    keys: NDArray[np.uint64]
    counts: NDArray[np.int64]
    """How often a row occurred; identical rows stand apart until the capacity is exceeded."""
    positions: NDArray[np.int64]
    """Where a row stood in its table, the first of identical ones."""
    limit: np.uint64 = EVERY
    """Rows with a larger key are in the sample only if they are frequent."""
    frequent: NDArray[np.uint64] = field(default_factory=lambda: np.empty(0, np.uint64))
    """Keys of rows that are in the sample because they are frequent, ascending."""
    groups: NDArray[np.int64] | None = None
    """Which group a row belongs to, once that is known; None: each stands for itself."""

    @classmethod
    def empty(cls, capacity: int) -> RowSample:
        nothing = np.empty(0, np.int64)
        return cls(capacity, 0, (), np.empty(0, np.uint64), nothing, nothing)

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def is_complete(self) -> bool:
        """Whether it holds every row of its table."""
        return bool(self.limit == EVERY)

    def update(self, values: Raw, keys: NDArray[np.uint64]) -> RowSample:
        """With the rows of a batch and their keys."""
        positions = np.arange(self.n_rows, self.n_rows + len(values))
        n_rows = self.n_rows + len(values)
        if not self.is_complete:
            hopeful = keys <= self.limit
            keys, values, positions = keys[hopeful], values[hopeful], positions[hopeful]
        return self._with((values,), keys, np.ones(len(keys), np.int64), positions, n_rows)

    def merge(self, other: RowSample) -> RowSample:
        """With the sample of the rows that follow those of this one."""
        limit = min(self.limit, other.limit)
        own, others = self.below(limit), other.below(limit)
        positions = others.positions + self.n_rows
        n_rows = self.n_rows + other.n_rows
        return own._with(others.blocks, others.keys, others.counts, positions, n_rows)

    def _with(
        self,
        blocks: tuple[Raw, ...],
        keys: NDArray[np.uint64],
        counts: NDArray[np.int64],
        positions: NDArray[np.int64],
        n_rows: int,
    ) -> RowSample:
        if len(keys) == 0:
            return replace(self, n_rows=n_rows)
        grown = replace(
            self,
            n_rows=n_rows,
            blocks=self.blocks + blocks,
            keys=np.concatenate([self.keys, keys]),
            counts=np.concatenate([self.counts, counts]),
            positions=np.concatenate([self.positions, positions]),
        )
        return grown.settled() if len(grown) > SLACK * self.capacity else grown

    def settled(self) -> RowSample:
        """All rows of a table of at most ``capacity``; of a longer one each content once."""
        return self if self.n_rows <= self.capacity else self.distinct()

    def distinct(self) -> RowSample:
        """Each content once, in the order of the keys."""
        if (self.keys[1:] > self.keys[:-1]).all() and len(self) <= self.capacity:
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
            groups=None if self.groups is None else self.groups[first[few]],
            limit=keys[few][-1] if len(keys) > self.capacity else self.limit,
        )

    def compact(self) -> RowSample:
        """The same rows in one block of their own memory."""
        return self._some(np.arange(len(self)))

    @property
    def hashed(self) -> RowSample:
        """Without rows that are here only because they are frequent."""
        few = self._some(np.flatnonzero(self.keys <= self.limit))
        return replace(few, frequent=np.empty(0, np.uint64))

    def once(self) -> RowSample:
        """Each content counted once, as if the table held no copies."""
        one = replace(self, capacity=max(self.capacity, len(self))).distinct()
        n_rows = len(one)
        if not self.is_complete:
            n_rows = round(self.n_rows * len(one) / max(int(one.counts.sum()), 1))
        return replace(
            one,
            capacity=self.capacity,
            n_rows=n_rows,
            counts=np.ones(len(one), np.int64),
            frequent=np.empty(0, np.uint64),
        )

    def without(self, rows: NDArray[np.bool_]) -> RowSample:
        """As if the table did not hold some rows of the sample, nor as many of the others."""
        left = np.flatnonzero(~rows)
        return replace(self._some(left), n_rows=round(self.n_rows * len(left) / len(rows)))

    def below(self, limit: np.uint64) -> RowSample:
        """The rows that a sample with this limit would hold."""
        if limit >= self.limit:
            return self
        chosen = np.flatnonzero((self.keys <= limit) | self.is_frequent)
        return replace(self._some(chosen), limit=limit)

    def among(self, keys: NDArray[np.uint64]) -> RowSample:
        """The rows with these keys."""
        return self._some(np.flatnonzero(np.isin(self.keys, keys)))

    def _some(self, rows: Indices) -> RowSample:
        return replace(
            self,
            blocks=(self.take(rows),) if len(rows) else (),
            keys=self.keys[rows],
            counts=self.counts[rows],
            positions=self.positions[rows],
            groups=None if self.groups is None else self.groups[rows],
        )

    def with_frequent(self, frequent: NDArray[np.uint64], missing: RowSample) -> RowSample:
        """With the rows that are frequent; ``missing`` has those not yet here."""
        if len(missing) == 0:
            return replace(self, frequent=frequent)
        return replace(
            self,
            frequent=frequent,
            blocks=(*self.blocks, *missing.blocks),
            keys=np.concatenate([self.keys, missing.keys]),
            counts=np.concatenate([self.counts, missing.counts]),
            positions=np.concatenate([self.positions, missing.positions]),
        )

    def select(self, columns: Sequence[int]) -> RowSample:
        """The same rows with some of their columns."""
        return replace(self, blocks=tuple(block[:, list(columns)] for block in self.blocks))

    def column(self, position: int) -> Raw:
        """Raw values of one column, [rows]."""
        return np.concatenate([block[:, position] for block in self.blocks])

    def take(self, rows: Indices, columns: Indices | None = None) -> Raw:
        """Raw rows by their number [rows, features]; of some columns, if these are given."""
        if len(self.blocks) == 1:
            return _cells(self.blocks[0], rows, columns)
        width = self.blocks[0].shape[1] if self.blocks else 0
        width = width if columns is None else len(columns)
        taken = np.empty((len(rows), width), np.result_type(np.float32, *self.blocks))
        # Rows of a block in their own order: batches lie column after column, and a column that is
        # read forward stays in the cache.
        order = np.argsort(rows, kind="stable")
        ends = np.cumsum([len(block) for block in self.blocks])
        places = np.searchsorted(rows[order], ends)
        for block, end, here in zip(self.blocks, ends, np.split(order, places[:-1]), strict=True):
            if len(here):
                taken[here] = _cells(block, rows[here] - (end - len(block)), columns)
        return taken

    @property
    def is_frequent(self) -> NDArray[np.bool_]:
        return np.isin(self.keys, self.frequent)

    @property
    def rare_weight(self) -> float:
        """Rows of the table that one counted row stands for, unless it is frequent."""
        if self.is_complete:
            return 1.0
        frequent = self.is_frequent
        rows = self.n_rows - int(self.counts[frequent].sum())
        return rows / max(int(self.counts[~frequent].sum()), 1)

    def shuffled(self, most: int | None = None) -> Indices:
        """Numbers of at most ``most`` rows in random order, as often as they occur.

        Content decides the order, so the first so many are a random sample themselves. By default
        at most ``capacity`` rows; no row is repeated more often than it was counted.
        """
        most = self.capacity if most is None else most
        rows = self._repeated(most)
        copies = _identical_before(rows) * np.uint64(GOLDEN)  # of one content, each has its place
        return rows[np.argsort(scramble(self.keys[rows] + copies))][:most]

    def _repeated(self, most: int) -> Indices:
        """Numbers of the rows, ascending, as often as each occurs."""
        if len(self.frequent) == 0 and self.counts.max(initial=1) == 1:
            return np.arange(len(self))
        factor = self.rare_weight
        weights = np.where(self.is_frequent, 1.0, factor) * self.counts.astype(np.float64)
        return spread(weights, int(min(most, weights.sum() / factor + 0.5)))

    def in_order(self, most: int | None = None, *, grouped: bool = False) -> Indices:
        """The same rows as they stood in the table; ``grouped``: one group after the other."""
        rows = self.shuffled(most)
        rows = rows[np.argsort(self.positions[rows], kind="stable")]
        if grouped and self.groups is not None:
            rows = rows[np.argsort(self.groups[rows], kind="stable")]
        return rows

    def neighbors(self, most: int) -> Indices:
        """Numbers of at most so many rows next to which another stood, in the table's order."""
        order = np.argsort(self.positions, kind="stable")
        adjacent = np.diff(self.positions[order]) == 1
        touching = np.append(adjacent, False) | np.append(False, adjacent)
        return np.asarray(order[touching][:most])


def _cells(block: Raw, rows: Indices, columns: Indices | None) -> Raw:
    return block[rows] if columns is None else block[np.ix_(rows, columns)]


def spread(weights: NDArray[np.floating[Any]], count: int) -> Indices:
    """So many numbers of rows, ascending, each as often as its share of the weights says.

    >>> spread(np.array([1.0, 3.0]), 4).tolist(), spread(np.array([100.0, 300.0]), 4).tolist()
    ([0, 1, 1, 1], [0, 1, 1, 1])
    """
    ends = np.cumsum(weights)
    places = (np.arange(count) + 0.5) * (float(weights.sum()) / max(count, 1))
    return np.minimum(np.searchsorted(ends, places, side="right"), len(weights) - 1)


def _identical_before(rows: Indices) -> NDArray[np.uint64]:
    """How often the same number precedes each of the ascending ones: 0, 1, 2, ... and 0 again."""
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    sizes = np.diff(starts, append=len(rows))
    return (np.arange(len(rows)) - np.repeat(starts, sizes)).astype(np.uint64)
