"""What a handful of rows can prove: values that the other table does not have.

With fewer rows than ``FEWEST_ROWS`` no difference of distributions can be told from chance in a
table of many columns. But a value far outside of all that a long reference holds is evidence by
itself, and so are several values beyond its range, or levels it has never seen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.pair import Rows, Side, TablePair
from featureshift.tables.scan import Scan

FEWEST_ROWS = 10
"""Of either table, for a verdict on distributions."""
MOST_ROWS = 1000
"""Looked at, where most rows decide."""
MOSTLY = 0.5
LEVEL = 0.01
"""Chance of a flag in a table without a shift, all columns together."""

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]


def are_few(pair: TablePair) -> bool:
    return min(side.n_rows for side in pair.sides) < FEWEST_ROWS


def foreign_columns(pair: TablePair) -> Flags:
    """[features]: columns in which the shorter table holds what the longer one does not."""
    short, long = sorted(pair.sides, key=lambda side: side.n_rows)
    rows = short.shuffled_rows()
    foreign = np.zeros(pair.n_features, np.bool_)
    numeric = ~pair.categorical
    foreign[numeric] = _beyond(
        rows[:, numeric], _range(long)[:, numeric], long.n_rows, len(foreign)
    )
    for j in np.flatnonzero(pair.categorical).tolist():
        foreign[j] = _unseen(rows[:, j], long.scan, short, j) * len(foreign) < LEVEL
    return foreign & ~pair.inert


def far_columns(pair: TablePair) -> Flags:
    """[features]: numbers of the query that are mostly beyond the reference's range, by its width.

    No dependence between rows brings them there: a series that goes on stays nearer.
    """
    low, high = _range(pair.reference)
    rows = pair.query.shuffled_rows(MOST_ROWS)
    with np.errstate(invalid="ignore"):
        beyond = (rows > 2 * high - low) | (rows < 2 * low - high)
    known = np.maximum((~np.isnan(rows)).sum(axis=0), 1)
    mostly = beyond.sum(axis=0) / known > MOSTLY
    return np.asarray(mostly & (high > low) & ~pair.categorical)


def _range(side: Side) -> Floats:
    """Exact ends of each column as they are encoded, [2, features]."""
    encoder = side.encoder
    raw = np.stack([side.scan.low, side.scan.high])
    ends = raw * encoder.factor - encoder.offset
    return np.where(np.isfinite(ends), ends, np.nan)


def _beyond(rows: Rows, ends: Floats, n_long: int, n_features: int) -> Flags:
    """Far outside of the range, or outside more often than chance allows."""
    low, high = ends
    width = high - low
    far = (rows > high + width) | (rows < low - width)
    outside = np.maximum((rows > high).sum(axis=0), (rows < low).sum(axis=0))
    chance = np.array([2 * all_highest(int(count), len(rows), n_long) for count in outside])
    return np.asarray(far.any(axis=0) & (width > 0) | (chance * n_features < LEVEL))


def all_highest(count: int, n_short: int, n_long: int) -> float:
    """Chance that the so many highest values of both tables are all in the shorter one.

    >>> all_highest(0, 3, 1000), round(all_highest(2, 3, 1000), 7)
    (1.0, 6e-06)
    """
    ranks = np.arange(count)
    return float(np.prod((n_short - ranks) / (n_short + n_long - ranks)))


def _unseen(codes: NDArray[np.float32], scan: Scan, short: Side, j: int) -> float:
    """Chance of so many rows with levels that the longer table does not have.

    Good and Turing: the next row is of a new level as often as levels occurred once.
    """
    known = scan.levels[j].counts
    hashes = short.encoder.levels[j]
    seen = {float(hashes.encode(np.array([level]))[0]) for level in known}
    new = sum(code not in seen for code in codes[~np.isnan(codes)].tolist())
    single = sum(count == 1 for count in known.values())
    return float(min(1.0, len(codes) ** new * ((single + 1) / (scan.n_rows + 1)) ** new))
