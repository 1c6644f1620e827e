"""Which column that is gone is likely which column that is new.

Content decides: a pair must be of one kind, with like values and like relations to the columns that
both tables have. A like name then settles which of several; without one, a pair is made only where
no other fits and the values are telling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind
from featureshift.tables.schema.cells import Cells
from featureshift.tables.schema.names import alikeness
from featureshift.tables.schema.reading import distance

LIKE_NAMES = 0.6
CLEARLY = 0.1
"""By which the best name must beat the next."""
MOST_COLUMNS = 100
"""Gone or new, of which it is worth to ask; beyond that, tables are not of one origin."""
LEAST_CELLS = 20
TOLERATED = 0.05
"""Difference between distributions, or of a relation, beyond what chance gives."""
TELLING_VALUES = 10
TELLING_LEVELS = 3
OVERLAP = 0.8
"""Rows of equal levels, or patterns of identifiers, that like columns share."""
DISTINCT = 0.9
"""Share of distinct texts in a column of identifiers."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """A pair of columns with like content."""

    gone: str
    new: str
    names: float
    """How alike they are."""
    telling: bool
    """Whether such content would hardly be met in two columns by chance."""


def renamed(
    gone: Mapping[str, Cells],
    new: Mapping[str, Cells],
    common: tuple[Sequence[Cells], Sequence[Cells]] = ((), ()),
) -> dict[str, str]:
    """Gone -> new, of columns that can be compared; every pair is tried.

    Cells of a side share their rows, also with the ``common`` columns of it.
    """
    fits = [
        Fit(old, young, alikeness(old, young), telling)
        for old, before in gone.items()
        for young, after in new.items()
        if (telling := _fit(before, after, common)) is not None
    ]
    pairs = {fit.gone: fit.new for fit in fits if _is_named_best(fit, fits)}
    left = [fit for fit in fits if fit.gone not in pairs and fit.new not in pairs.values()]
    pairs |= {fit.gone: fit.new for fit in left if fit.telling and _rivals(fit, left) == []}
    return pairs


def _rivals(fit: Fit, fits: Sequence[Fit]) -> list[Fit]:
    return [other for other in fits if (other.gone == fit.gone) != (other.new == fit.new)]


def _is_named_best(fit: Fit, fits: Sequence[Fit]) -> bool:
    next_best = max((rival.names for rival in _rivals(fit, fits)), default=0.0)
    return fit.names >= LIKE_NAMES and fit.names >= next_best + CLEARLY


def _fit(
    before: Cells, after: Cells, common: tuple[Sequence[Cells], Sequence[Cells]]
) -> bool | None:
    """Whether the content is telling, None if it does not fit."""
    if before.kind is not after.kind:
        return None
    sizes = len(before.present), len(after.present)
    if min(sizes) < LEAST_CELLS:
        return None
    chance = float(np.sqrt(1 / sizes[0] + 1 / sizes[1]))
    missing = [
        1 - size / len(cells.values) for size, cells in zip(sizes, (before, after), strict=True)
    ]
    if abs(missing[0] - missing[1]) > TOLERATED + chance:
        return None
    if before.kind is Kind.CATEGORICAL:
        return _like_texts(before, after, chance)
    if distance(before.present, after.present) > TOLERATED + 1.36 * chance:
        return None
    if not _like_relations(before, after, common, TOLERATED + 3 * chance):
        return None
    return _is_telling(before.present) and _is_telling(after.present)


def _is_telling(values: Numbers) -> bool:
    """Many values, which do not just number the rows."""
    steps = np.diff(values)
    counting = len(steps) > 0 and float((steps == 1).mean()) > 0.9
    return len(np.unique(values)) >= TELLING_VALUES and not counting


def _like_texts(before: Cells, after: Cells, chance: float) -> bool | None:
    levels = [_shares(cells.texts) for cells in (before, after)]
    if (
        min(
            len(each) / len(cells.texts)
            for each, cells in zip(levels, (before, after), strict=True)
        )
        > DISTINCT
    ):
        patterns = [_shares([_pattern(text) for text in cells.texts]) for cells in (before, after)]
        return False if _overlap(*patterns) > OVERLAP - chance else None
    if _overlap(*levels) < OVERLAP - chance:
        return None
    return len(set(levels[0]) & set(levels[1])) >= TELLING_LEVELS


def _shares(texts: Sequence[str]) -> dict[str, float]:
    levels, counts = np.unique(np.array(texts, object), return_counts=True)
    return dict(zip(levels.tolist(), (counts / len(texts)).tolist(), strict=True))


def _overlap(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    return sum(min(share, second.get(level, 0.0)) for level, share in first.items())


def _pattern(text: str) -> str:
    """

    >>> _pattern("AB-12")
    'aa-00'
    """
    return "".join("0" if c.isdigit() else "a" if c.isalpha() else c for c in text)


def _like_relations(
    before: Cells, after: Cells, common: tuple[Sequence[Cells], Sequence[Cells]], most: float
) -> bool:
    for first, second in zip(*common, strict=True):
        relations = (
            _correlation(before.values, first.values),
            _correlation(after.values, second.values),
        )
        if abs(relations[0] - relations[1]) > most:
            return False
    return True


def _correlation(first: Numbers, second: Numbers) -> float:
    """Of ranks, 0 where there is nothing to rank."""
    both = np.isfinite(first) & np.isfinite(second)
    if both.sum() < LEAST_CELLS:
        return 0.0
    ranks = [np.searchsorted(np.sort(values[both]), values[both]) for values in (first, second)]
    if min(rank.std() for rank in ranks) == 0:
        return 0.0
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])
