"""Our own shifts of some rows only: a stretch of the table, one level, one end of another column.

What happens to these rows is a manipulation like any other; it sees only them, and the rows of the
reference that meet the same condition. None of E1 to E10 is among them, and a negation in part of
the rows, which a random network can be by chance and which is E6, is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from featureshift.simulate.manipulation import Aim, Flags, Indices, Manipulation, Scene, Values
from featureshift.simulate.negation import is_negation

SHARE = (0.05, 0.5)
"""Of the query's rows."""
FEWEST = 4
"""Rows of a part, as far as there are twice as many."""
MOST_LEVELS = 30
"""Of a column whose levels can tell a part."""


class Part(NamedTuple):
    """Which rows of each table."""

    reference: Indices
    query: Indices


@dataclass(frozen=True)
class PartOfRows(Manipulation):
    """One of ``inner``, drawn at random, in part of the rows.

    It is drawn for one of the chosen columns; those that it is not defined for stay as they are.
    """

    inner: tuple[Manipulation, ...] = ()

    # Some of them move cells, and each one takes care of its own.
    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        new = scene.chosen_query
        if not len(scene.chosen):
            return new
        part = draw_part(scene, rng)
        target = rng.choice(scene.chosen)
        fitting = [each for each in self.inner if each.eligible(scene.categorical)[target]]
        inner = fitting[int(rng.integers(len(fitting)))] if fitting else None
        if inner is None or not len(part.query):
            return new
        able = inner.eligible(scene.categorical)[scene.chosen]
        within = Scene(
            scene.reference[part.reference],
            scene.query[part.query],
            scene.chosen[able],
            scene.categorical,
        )
        cells = inner.new_columns(within, rng)
        cells = np.where(is_negation(within.chosen_query, cells), within.chosen_query, cells)
        new[np.ix_(part.query, able)] = cells
        return new


@dataclass(frozen=True)
class ResampledPart(PartOfRows):
    """Where all of ``inner`` draw cells from the reference."""

    resamples: ClassVar[bool] = True


@dataclass(frozen=True)
class GroupPart(ResampledPart):
    """The same for some columns of a related group."""

    aim: ClassVar[Aim] = "related"


def draw_part(scene: Scene, rng: np.random.Generator) -> Part:
    """Rows that meet one condition in both tables; a stretch where no other condition fits."""
    names = list(CONDITIONS)
    part = CONDITIONS[names[int(rng.integers(len(names)))]](scene, rng)
    return part if part is not None else _stretch(scene, rng)


def _stretch(scene: Scene, rng: np.random.Generator) -> Part:
    """Rows one after the other; of the reference all, since it has no such stretch."""
    rows = len(scene.query)
    count = min(rows, max(min(FEWEST, rows // 2), round(_share(rng) * rows), 1))
    start = int(rng.integers(rows - count + 1))
    return Part(np.arange(len(scene.reference)), np.arange(start, start + count))


def _level(scene: Scene, rng: np.random.Generator) -> Part | None:
    """The rows of one level of another column."""
    for column in _others(scene, rng):
        levels, counts = np.unique(scene.query[:, column], return_counts=True)
        fits = _is_part(counts, len(scene.query)) & ~np.isnan(levels)
        if len(levels) <= MOST_LEVELS and fits.any():
            level = rng.choice(levels[fits])
            return _within(scene, column, level, level)
    return None


def _beyond(scene: Scene, rng: np.random.Generator) -> Part | None:
    """The rows beyond a quantile of another column."""
    for column in _others(scene, rng):
        cells = np.sort(scene.query[:, column])
        cells = cells[~np.isnan(cells)]
        count = round(_share(rng) * len(cells))
        if count:
            low, high = -np.inf, cells[count - 1]
            if rng.random() < 0.5:
                low, high = cells[-count], np.inf
            part = _within(scene, column, low, high)
            if _is_part(np.array(len(part.query)), len(scene.query)):
                return part
    return None


CONDITIONS: dict[str, Callable[[Scene, np.random.Generator], Part | None]] = {
    "stretch": _stretch,
    "level": _level,
    "beyond": _beyond,
}
"""How the rows of a part are told; None where the table has no such part."""


def _within(scene: Scene, column: int, low: float, high: float) -> Part:
    """The rows in which a column lies between two values."""
    reference, query = (
        np.flatnonzero((table[:, column] >= low) & (table[:, column] <= high))
        for table in (scene.reference, scene.query)
    )
    # A resampling needs rows to draw from.
    return Part(reference if len(reference) else np.arange(len(scene.reference)), query)


def _is_part(counts: Indices, n_rows: int) -> Flags:
    return np.asarray(
        (counts >= max(FEWEST, SHARE[0] * n_rows)) & (counts <= max(FEWEST, SHARE[1] * n_rows))
    )


def _others(scene: Scene, rng: np.random.Generator, most: int = 20) -> Indices:
    """Some columns that were not chosen, in random order."""
    others = np.setdiff1d(np.arange(scene.query.shape[1]), scene.chosen)
    return rng.permutation(others)[:most]


def _share(rng: np.random.Generator) -> float:
    return float(np.exp(rng.uniform(*np.log(SHARE))))
