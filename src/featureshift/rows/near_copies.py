"""Rows that agree in most columns with another row of their table, by more than chance.

A record that was exported twice with a new time stamp, or copied and mended in one field, is no
second observation. Rows are compared by some columns drawn at random, several times: those that
agree in all of these are looked at as a whole. Only telling columns count, in which two rows seldom
agree: zeros and common levels are shared by strangers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.sample import Raw, RowSample, column_salts, row_keys

LEAST_SHARE = 1e-2
"""Of the rows: fewer near copies do not matter."""
SCREENED = 2048
"""Rows that are compared first; all of them only if near copies are among these."""
AGREEING = 0.6
"""Share of the telling columns in which near copies agree, at least."""
TELLING = 0.05
"""Two rows agree in a telling column in at most this share of the cases."""
FEWEST_COLUMNS = 4
"""Telling ones, of a table in which near copies are looked for."""
PAIRS = 1000
"""Of rows, by which it is seen how often they agree."""
DRAWN = 8
"""Columns by which rows are compared, at most; a third of narrower tables."""
ATTEMPTS, THOROUGH = 6, 16
"""Choices of columns, for the first look and for all rows."""
NATURAL = 1.0
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
    telling = _telling(sample)
    if len(telling) < FEWEST_COLUMNS:
        return nothing
    salts = column_salts([names[j] for j in telling])
    everyone = np.arange(len(sample))
    if len(sample) > SCREENED:
        few = np.argpartition(sample.keys, SCREENED)[:SCREENED]
        met = SCREENED / len(sample)  # a row met so many of its near copies
        if _find(sample, few, telling, salts, ATTEMPTS).mean() < LEAST_SHARE * met / 2:
            return nothing
    found = _find(sample, everyone, telling, salts, THOROUGH)
    return found if found.mean() >= LEAST_SHARE else nothing


def _telling(sample: RowSample) -> Indices:
    """Columns in which two rows seldom agree."""
    pairs = min(PAIRS, len(sample) // 2)
    rows = np.random.default_rng(0).permutation(len(sample))[: 2 * pairs]
    own, other = sample.take(rows[:pairs]), sample.take(rows[pairs:])
    return np.flatnonzero(_same(own, other).mean(axis=0) <= TELLING)


def _find(
    sample: RowSample,
    rows: Indices,
    telling: Indices,
    salts: NDArray[np.uint64],
    attempts: int,
) -> Flags:
    """[rows]: all but the first of each family of near copies among them.

    Two versions of a row may differ more from each other than from the row they were made of.
    """
    links: list[tuple[Indices, Indices]] = []
    rng = np.random.default_rng(0)
    for _ in range(attempts):
        drawn = rng.permutation(len(salts))[: int(np.clip(len(salts) // 3, 2, DRAWN))]
        later, first = _alike(sample.take(rows, telling[drawn]), salts[drawn])
        if len(later):
            own, other = (sample.take(rows[which], telling) for which in (later, first))
            agreeing = _same(own, other).mean(axis=1) >= AGREEING
            if agreeing.mean() >= MOSTLY:
                links.append((later[agreeing], first[agreeing]))
    return _all_but_first(links, len(rows))


def _all_but_first(links: list[tuple[Indices, Indices]], n_rows: int) -> Flags:
    """[rows]: those that are linked to an earlier one, directly or through others."""
    if not links:
        return np.zeros(n_rows, np.bool_)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    one, other = (np.concatenate(ends) for ends in zip(*links, strict=True))
    graph = coo_array((np.ones(len(one), np.bool_), (one, other)), (n_rows, n_rows))
    _, family = connected_components(graph, directed=False)
    found = np.ones(n_rows, np.bool_)
    found[np.unique(family, return_index=True)[1]] = False
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


def _same(own: Raw, other: Raw) -> Flags:
    """Cell by cell; missing ones agree."""
    return np.asarray((own == other) | (np.isnan(own) & np.isnan(other)))
