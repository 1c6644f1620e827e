"""Weights of the reference's rows that give its drivers the distribution they have in the query.

Raking, as survey statistics does it: the weights are scaled to the shares of one driver after the
other until all agree. Of all weights that agree they are those nearest to equal ones, so that their
logarithm is a sum over drivers (and, where rows suffice, over pairs of them).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.population.cells import Cells, cells, joint

Vector = NDArray[np.float64]

FINE, COARSE = 24, 5
"""Cells of a driver, and of each driver of a pair."""
ROUNDS = 25
LARGEST = 0.02
"""Share of all weight that the largest weights may lose."""
PAIR_ROWS = 20
"""Rows of either table for each cell of a pair, from which on pairs are looked at."""


class Cut(NamedTuple):
    """A driver in cells."""

    fine: Cells
    coarse: Cells


def cut(driver: ColumnPair) -> Cut:
    return Cut(cells(driver, FINE), cells(driver, COARSE))


def strata(drivers: Sequence[Cut]) -> list[Cells]:
    """The cells whose shares are to agree: of each pair of drivers, then of each driver.

    So that what agrees exactly in the end is each driver by itself.
    """
    pairs = [joint(a.coarse, b.coarse) for a, b in combinations(drivers, 2)]
    fewest = min((min(len(c.fine.reference), len(c.fine.query)) for c in drivers), default=0)
    enough = [pair for pair in pairs if pair.size * PAIR_ROWS <= fewest]
    return [*enough, *(driver.fine for driver in drivers)]


def raked(margins: Sequence[Cells]) -> Vector:
    """[reference rows], mean 1; 0 where the query has no such rows.

    >>> half = Cells(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), 2)
    >>> raked([half]).tolist()
    [0.5, 0.5, 1.5, 1.5]
    """
    weights = np.ones(len(margins[0].reference))
    wanted = [np.bincount(m.query, minlength=m.size) / max(len(m.query), 1) for m in margins]
    for _ in range(ROUNDS if len(margins) > 1 else 1):
        for margin, goal in zip(margins, wanted, strict=True):
            share = np.bincount(margin.reference, weights, margin.size)
            factor = np.divide(goal, share, out=np.zeros(margin.size), where=share > 0)
            weights = weights * factor[margin.reference]
            total = weights.sum()
            if total == 0:
                return weights
            weights *= len(weights) / total
    return weights


def uncovered(margins: Sequence[Cells]) -> float:
    """The largest share of the query in cells in which the reference has no rows."""
    shares = [
        float((np.bincount(m.reference, minlength=m.size)[m.query] == 0).mean()) for m in margins
    ]
    return max(shares, default=0.0)


def worth(weights: Vector) -> float:
    """Rows of equal weight that would be as good (Kish)."""
    squares = float((weights**2).sum())
    return float(weights.sum()) ** 2 / squares if squares > 0 else 0.0


def thinned(weights: Vector, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Rows that remain if each is kept with a chance in proportion to its weight.

    They are a sample of the re-weighted reference like any other. The largest weights are cut so
    far that two percent of all weight are lost: a single large one would cost most rows.
    """
    ordered = np.sort(weights)[::-1]
    lost = np.cumsum(ordered) - ordered * np.arange(1, len(ordered) + 1)
    cut = ordered[np.searchsorted(lost, LARGEST * weights.sum(), side="right") - 1]
    return np.asarray(rng.random(len(weights)) * max(cut, 1e-300) < weights)
