"""Rows that occur more than once: an accident, or natural where a row has little to tell.

Two customers never agree in twenty measurements, but many agree in sex, age group and region. A
copy is an accident where *near* copies, which agree in most of the columns but not in all, are rare
beside it. Then each content counts once: a copy is no observation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.rows.agreement import Telling, telling_columns
from featureshift.rows.near_copies import near_copies
from featureshift.tables.pair import Side, TablePair
from featureshift.tables.sample import RowSample, column_salts, row_keys

LEAST_SHARE = 1e-3
"""Of the rows: fewer copies do not matter."""
MOST_COLUMNS = 0.75
"""In which near copies agree."""
ATTEMPTS = 4
"""Choices of these columns: one column that never repeats is in some of them."""
NATURAL = 0.5
"""Near copies beside each copy that make it natural."""
OFTEN = 3.0
"""Rows of a content, on average, where contents may be those of draws from a few."""
SPREAD = 0.25
"""Variance of these numbers beside their mean; draws have about 1, repeated reading has 0."""

Keys = NDArray[np.uint64]


class Copies(NamedTuple):
    """Shares of the rows that repeat another row of their table."""

    reference: float
    query: float
    natural: bool
    """Whether rows are expected to repeat; else only one of them is an observation."""
    near: tuple[float, float] = (0.0, 0.0)
    """Shares of the rows, copies aside, that repeat another in most columns; reference, query."""

    @property
    def matter(self) -> bool:
        """Whether columns have to be judged without them."""
        return not self.natural and max(self.reference, self.query) >= LEAST_SHARE


class WithoutCopies(NamedTuple):
    pair: TablePair
    copies: Copies
    telling: Telling
    """Columns by which rows are told apart, once copies are gone."""


def without_copies(pair: TablePair) -> WithoutCopies:
    """The pair as it is to be judged, and what was found.

    A method that reads all rows of a table longer than its sample meets the copies there.
    """
    copies = find_copies(pair.reference.sample, pair.query.sample, pair.features)
    once = [side.sample.once() if max(copies[:2]) > 0 else side.sample for side in pair.sides]
    telling = telling_columns(once, pair.features)
    repeated = [near_copies(sample, telling) for sample in once]
    if any(each.any() for each in repeated):  # beside these, copies only seem natural
        near = float(repeated[0].mean()), float(repeated[1].mean())
        copies = copies._replace(near=near, natural=False)
        once = [sample.without(each) for sample, each in zip(once, repeated, strict=True)]
    elif not copies.matter:
        return WithoutCopies(pair, copies, telling)
    return WithoutCopies(_with_samples(pair, *once), copies, telling)


def _with_samples(pair: TablePair, reference: RowSample, query: RowSample) -> TablePair:
    return replace(
        pair,
        reference=_with_sample(pair.reference, reference),
        query=_with_sample(pair.query, query),
    )


def _with_sample(side: Side, sample: RowSample) -> Side:
    most = len(sample) if sample.is_complete else side.max_rows
    return replace(side, summary=replace(side.summary, sample=sample), max_rows=most)


def find_copies(reference: RowSample, query: RowSample, names: Sequence[str]) -> Copies:
    """How often rows repeat in two tables with columns of these names."""
    shares = repeated_share(reference), repeated_share(query)
    if max(shares) < LEAST_SHARE:
        return Copies(*shares, natural=True)
    more = reference if shares[0] >= shares[1] else query
    return Copies(*shares, natural=_is_natural(more, column_salts(names)))


def repeated_share(sample: RowSample) -> float:
    """Share of the rows that repeat another one; of a longer table, estimated by its sample."""
    ordered = np.sort(sample.keys)
    distinct = 1 + int((ordered[1:] != ordered[:-1]).sum())
    return max(0.0, 1 - distinct / max(int(sample.counts.sum()), 1))


def _is_natural(sample: RowSample, salts: Keys) -> bool:
    """Whether near copies come with the copies, whichever columns are looked at."""
    width = len(salts)
    if width == 1:
        return True
    _, first, inverse = np.unique(sample.keys, return_index=True, return_inverse=True)
    counts = np.bincount(inverse, weights=sample.counts).astype(np.float64)
    copied = float((counts > 1).mean())
    if _looks_drawn(counts):
        return True
    contents = sample.take(first)
    # A content of a sampled table met few of its near copies: those in the sample.
    met = 1.0 if sample.is_complete else float(counts.sum()) / sample.n_rows
    rng = np.random.default_rng(0)
    for _ in range(ATTEMPTS):
        some = np.sort(rng.choice(width, _most(width), replace=False))
        partial = np.unique(row_keys(contents[:, some], salts[some]), return_inverse=True)[1]
        near = float((np.bincount(partial)[partial] > 1).mean()) / met
        if near < NATURAL * copied:
            return False
    return True


def _most(width: int) -> int:
    """Columns in which near copies agree.

    >>> [_most(width) for width in (2, 3, 4, 20)]
    [1, 2, 3, 15]
    """
    return min(int(np.ceil(MOST_COLUMNS * width)), width - 1)


def _looks_drawn(counts: NDArray[np.float64]) -> bool:
    """Whether contents repeat as draws from a few do: often, and some more than others."""
    return bool(counts.mean() > OFTEN and counts.var() > SPREAD * counts.mean())
