"""Rows that a table repeats often: too much of it to be left to the hash of a row.

Bottom-k sampling takes a content with all its rows or not at all, which is fair as long as no
content is frequent. So frequent ones are in the sample whatever their hash: while a table is read,
``FrequentKeys`` remembers the contents that may be frequent, all of them and some others; those
that are missing from the sample are counted by ``CountReader`` in a second reading, which few
tables need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.sample import RowSample, row_keys
from featureshift.tables.table import Batch, Selection

FREQUENT = 1e-3
"""Share of a table's rows."""
SLOTS = 4
"""Rows of a sample that a frequent content would take, at least."""
STRETCH = 1 << 16
"""Rows that are looked through at once. A frequent content is frequent in one stretch at least."""
MOST_CANDIDATES = 1 << 13
REPEATS = 4.0
"""Times that the content of a row may occur on average, frequent ones aside, in a fair sample."""

Keys = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class FrequentKeys:
    """Keys of contents that were frequent somewhere in the table."""

    pending: tuple[Keys, ...] = ()
    keys: Keys = field(default_factory=lambda: np.empty(0, np.uint64))
    counts: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    """Of the stretches in which each was frequent."""

    def update(self, keys: Keys) -> FrequentKeys:
        grown = replace(self, pending=(*self.pending, keys))
        return grown.looked_through() if sum(map(len, grown.pending)) >= STRETCH else grown

    def merge(self, other: FrequentKeys) -> FrequentKeys:
        both = replace(self, pending=self.pending + other.pending)._with(other.keys, other.counts)
        return both.looked_through() if sum(map(len, both.pending)) >= STRETCH else both

    def looked_through(self) -> FrequentKeys:
        """With the frequent contents of the rows that are pending."""
        if not self.pending:
            return self
        pending = np.concatenate(self.pending)
        keys, counts = np.unique(pending, return_counts=True)
        often = counts >= max(FREQUENT * len(pending) / 2, 2)
        return replace(self, pending=())._with(keys[often], counts[often])

    def _with(self, keys: Keys, counts: NDArray[np.int64]) -> FrequentKeys:
        all_keys, inverse = np.unique(np.concatenate([self.keys, keys]), return_inverse=True)
        total = np.bincount(inverse, weights=np.concatenate([self.counts, counts]))
        chosen = np.sort(np.argsort(-total, kind="stable")[:MOST_CANDIDATES])
        return replace(self, keys=all_keys[chosen], counts=total[chosen].astype(np.int64))


@dataclass(frozen=True, eq=False)
class CountReader:
    """Counts the rows with some keys, and keeps the first of each."""

    selection: Sequence[Selection]
    salts: Keys
    wanted: Keys

    def start(self) -> RowSample:
        return RowSample.empty(max(len(self.wanted), 1))

    def update(self, found: RowSample, batch: Batch) -> RowSample:
        keys = row_keys(batch.values, self.salts)
        rows = np.flatnonzero(np.isin(keys, self.wanted))
        unique, first, counts = np.unique(keys[rows], return_index=True, return_counts=True)
        here = RowSample(
            found.capacity,
            len(keys),
            (batch.values[rows[first]],) if len(first) else (),
            unique,
            counts,
            rows[first].astype(np.int64),
        )
        return self.merge(found, here)

    def merge(self, first: RowSample, second: RowSample) -> RowSample:
        return first.merge(second).distinct()


def frequent_rows(sample: RowSample) -> float:
    """How many rows of a table have one content if that is frequent."""
    return sample.n_rows * max(FREQUENT, SLOTS / sample.capacity)


def candidates(sample: RowSample, found: FrequentKeys) -> Keys:
    """Keys of all contents that may be frequent in a table.

    Where a content was not frequent in a stretch it had at most half that share, so those found in
    stretches are at least half of a frequent one.
    """
    found = found.looked_through()
    likely = found.keys[found.counts + 1 >= frequent_rows(sample) / 2]
    return np.union1d(likely, keys_of(sample, frequent_rows(sample)))


def keys_of(sample: RowSample, least: float) -> Keys:
    """Keys of the contents that occur at least so often in a sample."""
    keys, inverse = np.unique(sample.keys, return_inverse=True)
    counts = np.bincount(inverse, weights=sample.counts, minlength=len(keys))
    return np.asarray(keys[counts >= least])


def smaller(sample: RowSample, capacity: int) -> RowSample:
    """The sample that a reading with a smaller capacity would have left.

    What is frequent there is frequent in the larger sample, too, and counted in it.
    """
    if capacity >= sample.capacity:
        return sample
    few = replace(sample.hashed, capacity=capacity).settled()
    if few.is_complete:
        return few
    return with_frequent_of(few, sample)


def with_frequent_of(sample: RowSample, counted: RowSample) -> RowSample:
    """The sample with its frequent rows, of which ``counted`` has them all."""
    frequent = keys_of(counted, frequent_rows(sample))
    return sample.with_frequent(frequent, counted.among(frequent[frequent > sample.limit]))


def comparable(reference: RowSample, query: RowSample) -> tuple[RowSample, RowSample]:
    """Samples of two tables of which neither leaves out contents that the other shows.

    Where contents are rare, any of them are a fair sample of the rows. Where many occur more
    than a few times, those in one sample and not in the other would make tables of one distribution
    look shifted; then both are cut at the lower of the two limits. Since content decides, the same
    contents are left of both.
    """
    if _is_fair(reference) and _is_fair(query):
        return reference, query
    limit = min(reference.limit, query.limit)
    return reference.below(limit), query.below(limit)


def _is_fair(sample: RowSample) -> bool:
    if sample.is_complete:
        return True
    counts = sample.counts[~sample.is_frequent]
    return float(np.square(counts).sum()) < REPEATS * float(counts.sum()) + 1
