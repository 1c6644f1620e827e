"""The drivers: columns along which re-weighting makes the other columns change as they did.

They are searched on one half of the rows and held against the other rows. A driver is believed for
what it says about *other* columns: re-weighting along a column that was multiplied, clipped or
filled would change its relatives as well, and these did not change.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.population.agreement import NOTHING, Agreement, agreement, together
from featureshift.explain.population.cells import Cells, cells
from featureshift.explain.population.raking import Cut, cut, raked, strata, uncovered, worth

Vector = NDArray[np.float64]

MOST_DRIVERS = 3
CANDIDATES = 16
"""Columns that may be drivers: those that changed most by themselves."""
WITNESS_CELLS = 6
FEWEST_ROWS = 120
"""Of either table."""
FEWEST_WORTH = 25.0
"""Rows that the re-weighted half is worth."""
MATERIAL = 0.01
"""Squared change of shares below which nobody would speak of another population: of a tenth of the
rows from one half of the values to the other, it is 0.04."""
NEW = 0.01
"""Share of the query, at values that the reference has not: no weights make these."""
RARE = 12.0
"""Rows of the reference that may be absent by chance and yet be so many in the query."""
GAIN = 12.0
"""Beyond what the best of the candidates has by chance, about chi-square."""
PREDICTED = (0.5, 1.6)
"""Observed change of the others per predicted one, within which it counts as predicted."""
LEAST = 0.5
"""Share of the others' change that drivers must explain to be worth a word."""
CLEARLY = 6.0
"""About chi-square: what chance may leave, or make better."""


class Demand(NamedTuple):
    """What drivers must say about the other columns."""

    gain: float
    """About chi-square."""
    share: float
    """Of the others' change."""


OF_OTHER_ROWS = Demand(GAIN, LEAST)
OF_ALL_ROWS = Demand(3 * GAIN, 0.8)
"""The rows in which drivers were sought agree with them by chance, too."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Some rows of all columns."""

    columns: Mapping[str, ColumnPair]
    witnesses: Mapping[str, Cells]
    """By name, in cells."""
    cut: Mapping[str, Cut]
    """By name, as drivers."""
    _known: dict[frozenset[str], Vector | None] = field(default_factory=dict)

    def weights(self, drivers: Sequence[str]) -> Vector | None:
        """None where no weights make the drivers of the query out of those of the reference."""
        key = frozenset(drivers)
        if key not in self._known:
            self._known[key] = self._raked(drivers)
        return self._known[key]

    def _raked(self, drivers: Sequence[str]) -> Vector | None:
        if not drivers:
            return np.ones(len(next(iter(self.columns.values())).reference))
        margins = strata([self.cut[name] for name in drivers])
        if not covered(margins[-len(drivers) :]):
            return None
        weights = raked(margins)
        return weights if worth(weights) >= FEWEST_WORTH else None

    def agreement(
        self, drivers: Sequence[str], apart: Collection[str] | None = None
    ) -> Agreement | None:
        """Of all columns but the drivers, or but those ``apart``."""
        weights = self.weights(drivers)
        if weights is None:
            return None
        left_out = drivers if apart is None else apart
        others = {name: c for name, c in self.witnesses.items() if name not in left_out}
        return together(others, weights)


def covered(margins: Sequence[Cells]) -> bool:
    """Whether the reference has rows wherever the query has more than a few."""
    return uncovered(margins) <= NEW + RARE / len(margins[0].reference)


def search_drivers(columns: Mapping[str, ColumnPair]) -> tuple[str, ...]:
    """At most ``MOST_DRIVERS`` names, the most telling first; none where none hold.

    That there are drivers is found on one half of the rows and must hold on the other; which ones
    they are, all rows tell best.
    """
    first = next(iter(columns.values()))
    if min(len(first.reference), len(first.query)) < FEWEST_ROWS:
        return ()
    whole, first_half, second_half = parts(columns)
    if not whole.witnesses:
        return ()
    found = _searched(first_half), _searched(second_half)
    for drivers, checked in zip(found, (second_half, first_half), strict=True):
        held = _held(checked, drivers, OF_OTHER_ROWS)
        if held:
            return _refined(whole, held)
    # A half may have too few rows to tell; then all of them must leave next to nothing open.
    for drivers in found:
        held = _held(whole, drivers, OF_ALL_ROWS)
        if held:
            return _refined(whole, held)
    return ()


def _held(rows: Rows, drivers: tuple[str, ...], demand: Demand) -> tuple[str, ...]:
    """As many of the drivers, from the first on, as hold."""
    while drivers and not _holds(rows, drivers, demand):
        drivers = drivers[:-1]
    return drivers


def parts(columns: Mapping[str, ColumnPair]) -> tuple[Rows, Rows, Rows]:
    """All rows and both halves; kept rows are in random order, so a half is every second one."""
    halves = []
    for which in (0, 1):
        some = {}
        for name, column in columns.items():
            masks = [np.arange(len(side)) % 2 == which for side in (*column.sides, column.ordered)]
            some[name] = column.restricted(masks[0], masks[1], masks[2])
        halves.append(some)
    # No choice of rows makes values that are not there: such a column is no witness.
    able = [name for name, column in columns.items() if covered([cut(column).fine])]
    whole, first, second = (
        Rows(
            some,
            {name: cells(some[name], WITNESS_CELLS) for name in able},
            {name: cut(column) for name, column in some.items()},
        )
        for some in (columns, *halves)
    )
    return whole, first, second


def _candidates(rows: Rows) -> list[str]:
    """What changed by itself, most first: where nothing changed, re-weighting changes nothing."""
    n = len(next(iter(rows.witnesses.values())).reference)
    own = {name: agreement(c, np.ones(n)) for name, c in rows.witnesses.items()}
    ranked = sorted(own, key=lambda name: -own[name].observed)
    clear = [name for name in ranked if own[name].observed * own[name].rows > GAIN]
    return [name for name in clear if own[name].observed > MATERIAL][:CANDIDATES]


def _searched(rows: Rows) -> tuple[str, ...]:
    """Columns are taken one by one, each the one that leaves least of the change."""
    names = _candidates(rows)
    drivers: tuple[str, ...] = ()
    while len(drivers) < MOST_DRIVERS:
        more = _next(rows, drivers, names)
        if more is None:
            break
        drivers = _exchanged(rows, (*drivers, more), names)
    return _without_followers(rows, drivers)


def _refined(rows: Rows, drivers: tuple[str, ...]) -> tuple[str, ...]:
    names = _candidates(rows)
    drivers = _exchanged(rows, drivers, names)
    while len(drivers) < MOST_DRIVERS and (more := _next(rows, drivers, names)) is not None:
        drivers = _exchanged(rows, (*drivers, more), names)
    return _without_followers(rows, drivers)


def _next(rows: Rows, drivers: tuple[str, ...], names: Sequence[str]) -> str | None:
    """One driver more, which must make others agree, not only itself."""
    least = CLEARLY + 2 * math.log(max(len(names), 1))
    left = {}
    for name in names:
        more = (*drivers, name)
        if name in drivers or (after := rows.agreement(more)) is None:
            continue
        before = rows.agreement(drivers, more)
        assert before is not None
        if after.rows * (before.left - after.left) > least:
            left[name] = after.left
    return min(left, key=lambda name: left[name], default=None)


def _exchanged(rows: Rows, drivers: tuple[str, ...], names: Sequence[str]) -> tuple[str, ...]:
    """Each driver for another column, where that leaves clearly less of the change."""
    for place in range(len(drivers)):
        tried = {}
        for name in names:
            if name not in drivers or name == drivers[place]:
                others = (*drivers[:place], name, *drivers[place + 1 :])
                found = rows.agreement(others)
                if found is not None and found.gain > GAIN:
                    tried[others] = found.rows * found.left
        if tried:
            best = min(tried, key=lambda others: tried[others])
            if tried[best] < tried.get(drivers, np.inf) - CLEARLY:
                return _exchanged(rows, best, names)
    return drivers


def _without_followers(rows: Rows, drivers: tuple[str, ...]) -> tuple[str, ...]:
    """A column taken early may turn out to follow from those taken later."""
    for name in drivers:
        others = tuple(other for other in drivers if other != name)
        weights = rows.weights(others) if others else None
        if weights is not None:
            own = agreement(rows.witnesses[name], weights)
            if own.rows * own.left < CLEARLY:
                return _without_followers(rows, others)
    return drivers


def _holds(rows: Rows, drivers: tuple[str, ...], demand: Demand) -> bool:
    """The others change as predicted, and that is a good part of their change.

    But for a few that changed beyond it, for reasons of their own: fewer than those explained.
    """
    weights = rows.weights(drivers)
    if weights is None:
        return False
    each = {
        name: agreement(witness, weights)
        for name, witness in rows.witnesses.items()
        if name not in drivers
    }
    changed = [name for name, own in each.items() if own.rows * own.observed > GAIN]
    beyond = [name for name in changed if each[name].explained < LEAST]
    if 2 * len(beyond) >= len(changed):
        beyond = []
    found = sum((own for name, own in each.items() if name not in beyond), NOTHING)
    low, high = PREDICTED
    enough = found.gain > demand.gain and found.explained > demand.share
    return enough and low < found.slope < high
