"""From the columns of both tables to the drivers, and to rows that are as if drawn along them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.evidence import Driver
from featureshift.explain.population.agreement import together
from featureshift.explain.population.cells import cells
from featureshift.explain.population.direction import direction
from featureshift.explain.population.raking import cut, raked, strata, thinned
from featureshift.explain.population.search import WITNESS_CELLS, covered, search_drivers

FEWEST_LEFT = 60
"""Rows of the thinned reference: fewer show nothing about any column."""


@dataclass(frozen=True, eq=False)
class Found:
    """The query is the reference, re-weighted along the drivers."""

    drivers: tuple[Driver, ...]
    share: float
    """Of the change of the other columns, what the drivers explain."""
    columns: Mapping[str, ColumnPair]
    """All columns, with those rows of the reference that are as if drawn along the drivers."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(driver.feature for driver in self.drivers)

    @property
    def rows_left(self) -> int:
        return min((len(column.reference) for column in self.columns.values()), default=0)


def find_population(
    columns: Mapping[str, ColumnPair], besides: Collection[str] = ()
) -> Found | None:
    """None where no few columns explain how the others changed.

    Those ``besides`` changed for reasons of their own: they are neither drivers nor witnesses.

    >>> find_population({}) is None
    True
    """
    able = {name: column for name, column in columns.items() if name not in besides}
    names = search_drivers(able) if able else ()
    if not names:
        return None
    weights = raked(strata([cut(columns[name]) for name in names]))
    kept = thinned(weights, np.random.default_rng(0))
    if kept.sum() < FEWEST_LEFT:
        return None
    others = {
        name: cells(column, WITNESS_CELLS)
        for name, column in able.items()
        if name not in names and covered([cut(column).fine])
    }
    return Found(
        drivers=tuple(Driver(name, direction(columns[name])) for name in names),
        share=together(others, weights).explained,
        columns={name: _with_rows(column, kept) for name, column in columns.items()},
    )


def _with_rows(column: ColumnPair, kept: NDArray[np.bool_]) -> ColumnPair:
    every = np.ones(len(column.query), bool), np.ones(len(column.ordered), bool)
    return column.restricted(kept, *every)
