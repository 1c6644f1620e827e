"""Rows that agree in most columns with another row of their table, by more than chance.

A record that was exported twice with a new time stamp, or copied and mended in one field, is no
second observation. Rows are compared by some columns drawn at random, several times: those that
agree in all of these are looked at as a whole. Agreement says nothing in columns of few values:
there, rows that agree in half of the drawn columns mostly differ in the other half.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.sample import Raw, RowSample, column_salts, row_keys

LEAST_SHARE = 1e-2
"""Of the rows: fewer near copies do not matter."""
SCREENED = 2048
"""Rows that are compared first; all of them only if near copies are among these."""
AGREEING = 0.75
"""Share of the columns in which near copies agree, at least."""
FEWEST_COLUMNS = 4
"""Of a table in which near copies are looked for."""
DRAWN = 8
"""Columns by which rows are compared, at most; a third of narrower tables."""
ATTEMPTS = 6
NATURAL = 0.5
"""Rows that agree in half of the drawn columns only, beside each that agrees in all."""
MOSTLY = 0.5
"""Of the rows that agree in the drawn columns: so many agree as a whole, or it is chance."""
MOST_ALIKE = 0.05
"""Of the rows that may agree with one another; more of them are of one kind, not of one origin."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]


def near_copies(sample: RowSample, names: tuple[str, ...]) -> Flags:
    """[rows]: those that nearly repeat an earlier one of the sample, which has each row once."""
    nothing = np.zeros(len(sample), np.bool_)
    if len(names) < FEWEST_COLUMNS or len(sample) < 2 / LEAST_SHARE:
        return nothing
    salts = column_salts(names)
    everyone = np.arange(len(sample))
    if len(sample) > SCREENED:
        few = np.argpartition(sample.keys, SCREENED)[:SCREENED]
        met = SCREENED / len(sample)  # a row met so many of its near copies
        if _find(sample, few, salts).mean() < LEAST_SHARE * met / 2:
            return nothing
    found = _find(sample, everyone, salts)
    return found if found.mean() >= LEAST_SHARE else nothing


def _find(sample: RowSample, rows: Indices, salts: NDArray[np.uint64]) -> Flags:
    """[rows]: near copies of another among them."""
    found = np.zeros(len(rows), np.bool_)
    rng = np.random.default_rng(0)
    for _ in range(ATTEMPTS):
        drawn = rng.permutation(len(salts))[: int(np.clip(len(salts) // 3, 2, DRAWN))]
        later, first = _alike(sample.take(rows, drawn), salts[drawn])
        if len(later):
            agreeing = _agree(sample, rows[later], rows[first])
            if agreeing.mean() >= MOSTLY:
                found[later[agreeing]] = True
    return found


def _alike(drawn: Raw, salts: NDArray[np.uint64]) -> tuple[Indices, Indices]:
    """Rows and the first ones they agree with in all drawn columns, unless that is natural."""
    keys = row_keys(drawn, salts)
    if not _repeats(keys):
        return np.empty(0, np.intp), np.empty(0, np.intp)
    half = len(salts) // 2
    partly = _sizes(row_keys(drawn[:, :half], salts[:half])) > 1
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    sizes = np.bincount(inverse)
    wholly = sizes[inverse] > 1
    natural = (partly & ~wholly).sum() >= NATURAL * wholly.sum()
    if natural or sizes.max() > MOST_ALIKE * len(keys):
        return np.empty(0, np.intp), np.empty(0, np.intp)
    later = np.flatnonzero(first[inverse] != np.arange(len(keys)))
    return later, first[inverse[later]]


def _repeats(keys: NDArray[np.uint64]) -> bool:
    ordered = np.sort(keys)
    return bool((ordered[1:] == ordered[:-1]).any())


def _sizes(keys: NDArray[np.uint64]) -> Indices:
    """How many rows have the key of each."""
    _, inverse = np.unique(keys, return_inverse=True)
    return np.asarray(np.bincount(inverse)[inverse])


def _agree(sample: RowSample, rows: Indices, others: Indices) -> Flags:
    own, other = sample.take(rows), sample.take(others)
    same = (own == other) | (np.isnan(own) & np.isnan(other))
    return np.asarray(same.mean(axis=1) >= AGREEING)
