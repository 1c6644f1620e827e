"""Pairs of rows that agree in most columns by more than chance.

Rows are compared by some columns drawn at random, several times: those that agree in all of these
are looked at as a whole. Only telling columns count, in which two rows seldom agree: zeros and
common levels are shared by strangers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.sample import Raw, RowSample, column_salts, row_keys

SCREENED = 2048
"""Rows of a table that are compared first; all of them only if some of these agree."""
AGREEING = 0.6
"""Share of the telling columns in which rows agree, at least."""
TELLING = 0.05
"""Two rows agree in a telling column in at most this share of the cases."""
FEWEST_COLUMNS, MOST_COLUMNS = 4, 64
"""Telling ones: with fewer nothing can be said, more are not needed."""
PAIRS = 1000
"""Of rows, by which it is seen how often they agree."""
DRAWN = 8
"""Columns by which rows are compared, at most; a third of narrower tables."""
SCREENING, THOROUGH = 6, 16
"""Choices of columns, for the first look and for all rows."""
NATURAL = 1.0
"""Rows that agree in half of the drawn columns only, beside each that agrees in all."""
MOSTLY = 0.5
"""Of the rows that agree in the drawn columns: so many agree as a whole, or it is chance."""
NEIGHBORS = 4
"""Of the rows that may agree with a row, that it is held against: two changed versions may agree
less with each other than either does with the row they were made of."""
MOST_ALIKE = 0.05
"""Of the rows that may agree with one another; more of them are of one kind, not of one origin."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]


class Links(NamedTuple):
    """Rows that agree with each other; a pair may be there more than once."""

    one: Indices
    other: Indices

    @classmethod
    def none(cls) -> Links:
        return cls(np.empty(0, np.intp), np.empty(0, np.intp))


class Telling(NamedTuple):
    """The columns by which rows of two tables are told apart."""

    columns: Indices
    salts: NDArray[np.uint64]

    @property
    def suffice(self) -> bool:
        return len(self.columns) >= FEWEST_COLUMNS


def telling_columns(samples: Sequence[RowSample], names: Sequence[str]) -> Telling:
    """The same for all samples, whatever the order of the columns."""
    agreeing = np.max([_chance_agreement(sample) for sample in samples], axis=0)
    columns = np.flatnonzero(agreeing <= TELLING)
    salts = column_salts([names[j] for j in columns.tolist()])
    order = np.argsort(salts)[:MOST_COLUMNS]
    return Telling(columns[order], salts[order])


def screened(sample: RowSample) -> Indices:
    """Some rows of a long table, by the smallest keys; all of a short one."""
    if len(sample) <= SCREENED:
        return np.arange(len(sample))
    return np.argpartition(sample.keys, SCREENED)[:SCREENED]


def agreeing_rows(cells: Raw, salts: NDArray[np.uint64], attempts: int) -> Links:
    """Pairs of rows [rows, telling columns] that agree in most columns, and not by nature."""
    found = [Links.none()]
    rng = np.random.default_rng(0)
    for _ in range(attempts):
        drawn = rng.permutation(len(salts))[: int(np.clip(len(salts) // 3, 2, DRAWN))]
        links = _alike(cells[:, drawn], salts[drawn])
        agreeing = _same(cells[links.one], cells[links.other]).mean(axis=1) >= AGREEING
        if len(agreeing) and agreeing.mean() >= MOSTLY:
            found.append(Links(links.one[agreeing], links.other[agreeing]))
    return Links(*(np.concatenate(ends) for ends in zip(*found, strict=True)))


def _chance_agreement(sample: RowSample) -> NDArray[np.float64]:
    """How often two rows agree in a column, [features]; 1 where there are no two rows."""
    pairs = min(PAIRS, len(sample) // 2)
    rows = np.random.default_rng(0).permutation(len(sample))[: 2 * pairs]
    own, other = sample.take(rows[:pairs]), sample.take(rows[pairs:])
    return np.asarray(_same(own, other).mean(axis=0)) if pairs else np.ones(own.shape[1])


def _alike(drawn: Raw, salts: NDArray[np.uint64]) -> Links:
    """Pairs of rows that agree in all drawn columns, unless that is natural."""
    keys = row_keys(drawn, salts)
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    if not (ordered[1:] == ordered[:-1]).any():
        return Links.none()
    half = len(salts) // 2
    sizes = _sizes(keys)
    wholly, partly = sizes > 1, _sizes(row_keys(drawn[:, :half], salts[:half])) > 1
    natural = (partly & ~wholly).sum() >= NATURAL * wholly.sum()
    if natural or sizes.max() > MOST_ALIKE * len(keys):
        return Links.none()
    links = [_equal_at(ordered, distance) for distance in range(1, NEIGHBORS + 1)]
    return Links(*(order[np.concatenate(ends)] for ends in zip(*links, strict=True)))


def _equal_at(ordered: NDArray[np.uint64], distance: int) -> Links:
    """Places so far apart with the same key."""
    first = np.flatnonzero(ordered[distance:] == ordered[:-distance])
    return Links(first, first + distance)


def _sizes(keys: NDArray[np.uint64]) -> Indices:
    """How many rows have the key of each."""
    _, inverse = np.unique(keys, return_inverse=True)
    return np.asarray(np.bincount(inverse)[inverse])


def _same(own: Raw, other: Raw) -> Flags:
    """Cell by cell; missing ones agree."""
    return np.asarray((own == other) | (np.isnan(own) & np.isnan(other)))
