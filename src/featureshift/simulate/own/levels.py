"""Our own shifts of levels, for categorical columns: renamed, merged, drawn anew.

On columns of two or three levels such shifts come near the evaluation's: exchanging two levels is
E2, flipping both equally often is E6, merging the middle one can be E5. These cases are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from featureshift.simulate.manipulation import CATEGORICAL, Kind, Values
from featureshift.simulate.own.columns import ColumnManipulation, log_uniform
from featureshift.simulate.own.relations import partly_shuffled


@dataclass(frozen=True)
class RenamedLevels(ColumnManipulation):
    """Some levels take each other's places in a cycle.

    A negation changes places in twos and leaves one level at most. So a cycle of two is drawn only
    where two levels or more stay, and a column of two levels is shuffled in part instead.
    """

    applies_to: ClassVar[frozenset[Kind]] = CATEGORICAL

    def _new_cells(self, cells: Values, _: Values, rng: np.random.Generator) -> Values:
        levels, codes = np.unique(cells, return_inverse=True)
        if len(levels) < 3:
            return partly_shuffled(cells[:, None], rng)[:, 0]
        length = int(rng.integers(2 if len(levels) > 3 else 3, len(levels) + 1))
        cycle = rng.choice(len(levels), length, replace=False)
        renamed = levels.copy()
        renamed[cycle] = levels[np.roll(cycle, 1)]
        return renamed[codes]


@dataclass(frozen=True)
class MergedLevels(ColumnManipulation):
    """One level joins another; the other way round where this is E5 on the column."""

    applies_to: ClassVar[frozenset[Kind]] = CATEGORICAL

    def _new_cells(self, cells: Values, _: Values, rng: np.random.Generator) -> Values:
        levels = np.unique(cells)
        if len(levels) < 2:
            return cells
        gone, stays = rng.choice(levels, 2, replace=False)
        merged = np.where(cells == gone, stays, cells)
        if np.array_equal(merged, cells > 0.5):
            return np.where(cells == stays, gone, cells)
        return merged


@dataclass(frozen=True)
class RandomLevels(ColumnManipulation):
    """Part of the cells drawn from the reference's levels, each equally likely.

    Of two levels one is drawn three times as often or more: equally likely would flip both equally
    often, as E6 does.
    """

    share: tuple[float, float] = (0.05, 0.8)

    applies_to: ClassVar[frozenset[Kind]] = CATEGORICAL

    def _new_cells(self, cells: Values, reference: Values, rng: np.random.Generator) -> Values:
        levels = np.unique(reference) if reference.size else np.unique(cells)
        chances = np.full(len(levels), 1 / len(levels))
        if len(levels) == 2:
            often = rng.uniform(0.75, 1)
            chances = rng.permutation([often, 1 - often])
        struck = rng.random(cells.size) < log_uniform(*self.share, rng)
        return np.where(struck, rng.choice(levels, cells.size, p=chances), cells)


@dataclass(frozen=True)
class LevelShare(ColumnManipulation):
    """One level becomes rarer: part of its cells is drawn from the reference's levels.

    In a column of many values a range of them takes the place of the level.
    """

    share: tuple[float, float] = (0.1, 0.9)
    few: int = 20
    """Up to as many values are levels."""
    width: tuple[float, float] = (0.05, 0.4)
    """The range's share of the distinct values."""

    def _new_cells(self, cells: Values, reference: Values, rng: np.random.Generator) -> Values:
        levels = np.unique(cells)
        known = np.unique(reference) if reference.size else levels
        width = 1
        if len(levels) > self.few:
            width = max(1, round(log_uniform(*self.width, rng) * len(levels)))
        start = int(rng.integers(len(levels) - width + 1))
        within = (cells >= levels[start]) & (cells <= levels[start + width - 1])
        struck = within & (rng.random(cells.size) < log_uniform(*self.share, rng))
        return np.where(struck, rng.choice(known, cells.size), cells)
