"""The condition of a family under which a column changed most, and outside of which least."""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.where.condition import Condition
from featureshift.explain.where.families import Family
from featureshift.explain.where.traces import Traces

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

FEWEST_ROWS = 40
"""On either side of a condition."""
A_CHANGED_LEVEL = 4.5
"""Standard errors."""
MOST_TOGETHER = 3
"""Levels named in one condition."""


class Sums(NamedTuple):
    """Of some rows of one table; the first axis is that of conditions."""

    rows: Vector
    """How many."""
    total: Matrix
    """[conditions, traces]"""

    def __sub__(self, other: Sums) -> Sums:
        return Sums(self.rows - other.rows, self.total - other.total)


class Found(NamedTuple):
    family: Family
    condition: Condition
    score: float
    """How far inside and outside changed differently, less how far outside changed, each the
    largest of all traces, in squared standard errors."""


class Change(NamedTuple):
    """Of means, [conditions, traces]."""

    size: Matrix
    error: Matrix
    """Its variance, were nothing changed."""

    @property
    def z(self) -> Matrix:
        return np.asarray(self.size / np.sqrt(self.error))


def change(reference: Sums, query: Sums, variance: Vector) -> Change:
    n, m = (np.maximum(side.rows, 1)[:, None] for side in (reference, query))
    return Change(query.total / m - reference.total / n, variance * (1 / n + 1 / m))


def screen(family: Family, traces: Traces) -> Found | None:
    """The best condition of a family, as exact as its cells are; None where all have few rows."""
    by_cell = [
        _by_cell(cells, rows, family.sets.shape[1])
        for cells, rows in zip(family.cells, (traces.reference, traces.query), strict=True)
    ]
    sets = _with_levels_together(family, by_cell, traces.variance)
    scores = _scores(family, sets, by_cell, totals_of(traces), traces.variance)
    best = int(np.argmax(scores))
    if not np.isfinite(scores[best]):
        return None
    condition = _condition(family, sets[best])
    return Found(family, condition, float(scores[best]))


def _by_cell(cells: NDArray[np.intp], rows: Matrix, size: int) -> Sums:
    count = np.bincount(cells, minlength=size + 1)[:size].astype(np.float64)
    total = [np.bincount(cells, column, minlength=size + 1)[:size] for column in rows.T]
    return Sums(count, np.column_stack(total))


def totals_of(traces: Traces) -> list[Sums]:
    """Of all rows of each table."""
    return [
        Sums(np.array([float(len(rows))]), rows.sum(axis=0)[None, :])
        for rows in (traces.reference, traces.query)
    ]


def _with_levels_together(
    family: Family, by_cell: list[Sums], variance: Vector
) -> NDArray[np.bool_]:
    """A few levels that changed each by itself are one condition more."""
    if family.kind != "levels":
        return family.sets
    z = np.abs(change(by_cell[0], by_cell[1], variance).z).max(axis=1)
    together = (z > A_CHANGED_LEVEL) & (np.min([s.rows for s in by_cell], axis=0) >= FEWEST_ROWS)
    if not 2 <= together.sum() <= min(MOST_TOGETHER, len(together) - 1):
        return family.sets
    return np.vstack([family.sets, together])


def _scores(
    family: Family,
    sets: NDArray[np.bool_],
    by_cell: list[Sums],
    totals: list[Sums],
    variance: Vector,
) -> Vector:
    inside = [Sums(sets @ side.rows, sets @ side.total) for side in by_cell]
    if family.kind != "order":
        return scored(inside, totals, variance)
    usual = change(totals[0] - inside[0], inside[0], variance).z ** 2
    return scored([totals[0], inside[1]], totals, variance, ordered=_unrest(usual, sets))


def _unrest(usual: Matrix, sets: NDArray[np.bool_]) -> Matrix:
    """Variance of a stretch's mean in the reference, in those of as many independent rows."""
    length = sets.sum(axis=1)
    typical = np.array([usual[length == n].mean(axis=0) for n in range(1, length.max() + 1)])
    return np.asarray(np.maximum(typical, 1.0)[length - 1])


def scored(
    inside: list[Sums], totals: list[Sums], variance: Vector, ordered: Matrix | None = None
) -> Vector:
    """[conditions]; minus infinity where either side has too few rows.

    ``ordered``: the conditions are on the order of the query's rows, all rows of the reference
    stand against those inside and outside, and stretches vary so many times as much as chance.
    """
    outside = [whole - part for whole, part in zip(totals, inside, strict=True)]
    if ordered is not None:
        outside[0] = totals[0]
    within, without = (change(sums[0], sums[1], variance) for sums in (inside, outside))
    differently = (within.size - without.size) ** 2 / (within.error + without.error)
    if ordered is not None:
        differently = differently / ordered
    few = reduce(np.minimum, [side.rows for side in (*inside, *outside)])
    score = differently.max(axis=1) - (without.z**2).max(axis=1)
    return np.where(few < FEWEST_ROWS, -np.inf, score)


def _condition(family: Family, cells: NDArray[np.bool_]) -> Condition:
    if family.kind == "levels":
        return Condition("in", tuple(family.levels[cells].tolist()))
    values = family.values[1]
    inside = np.append(cells, False)[family.cells[1]]
    if family.kind == "order":
        within = values[inside]
        last = np.inf if cells[-1] else float(within.max()) + 1
        return Condition("between", (0.0 if cells[0] else float(within.min()), last))
    op = "up to" if cells[0] else "above"
    edge = values[inside].max() if cells[0] else values[~inside & ~np.isnan(values)].max()
    return Condition(op, (float(edge),))
