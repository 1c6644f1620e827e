"""Some rows of a table, as a mishap may strike them: one region, one device, the last tenth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.mishaps import Column, Columns, Mishap, is_number

SHARE = (0.07, 0.14)
"""Of the rows: about a tenth."""
MOST_LEVELS = 50
STRUCK = 0.2
"""Share of the part's cells that a mishap must change: else the part is not the story."""


class Part(NamedTuple):
    column: str | None
    """The one that tells the rows; None if it is their order."""
    rows: NDArray[np.bool_]
    """Of the query."""


def draw_part(query: Mapping[str, Column], name: str, rng: np.random.Generator) -> Part | None:
    """About a tenth of the rows, by a level or an end of another column, or by their order."""
    ways = [_level, _end, _stretch]
    other = str(rng.choice([column for column in query if column != name]))
    return ways[rng.integers(3)](query, other, rng)


def _level(query: Mapping[str, Column], other: str, rng: np.random.Generator) -> Part | None:
    column = query[other]
    known = ~np.isnan(column) if is_number(column) else np.array([v is not None for v in column])
    levels, counts = np.unique(column[known].astype(str), return_counts=True)
    shares = counts / len(column)
    fitting = levels[(shares > SHARE[0]) & (shares < SHARE[1])]
    if len(fitting) == 0 or len(levels) > MOST_LEVELS:
        return None
    return Part(other, column.astype(str) == rng.choice(fitting))


def _end(query: Mapping[str, Column], other: str, rng: np.random.Generator) -> Part | None:
    column = query[other]
    if not is_number(column):
        return None
    share = rng.uniform(*SHARE)
    with np.errstate(invalid="ignore"):
        if rng.random() < 0.5:
            rows = column > np.nanquantile(column, 1 - share)
        else:
            rows = column < np.nanquantile(column, share)
    return Part(other, rows) if SHARE[0] / 2 < rows.mean() < 2 * SHARE[1] else None


def _stretch(query: Mapping[str, Column], other: str, rng: np.random.Generator) -> Part | None:
    n = len(query[other])
    length = int(n * rng.uniform(*SHARE))
    first = int(rng.choice([0, n - length, int(rng.integers(n - length))]))
    places = np.arange(n)
    return Part(None, (places >= first) & (places < first + length))


def in_part(
    mishap: Mishap,
    reference: Mapping[str, Column],
    query: Mapping[str, Column],
    name: str,
    rows: NDArray[np.bool_],
    rng: np.random.Generator,
) -> Columns:
    """The mishap done to some rows of the query; none if it changes next to nothing in these."""
    struck = mishap(reference, {k: column[rows] for k, column in query.items()}, name, rng)
    changed = {}
    for k, new in struck.items():
        column = query[k].astype(new.dtype)
        column[rows] = new
        changed[k] = column
    moved = [(column[rows] != query[k][rows]).mean() for k, column in changed.items()]
    return changed if moved and min(moved) > STRUCK else {}
