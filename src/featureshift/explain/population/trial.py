"""How often the drivers of a population are named, and whether a mishap is told instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from featureshift.corpus.mixed import MIXED, Column, Columns
from featureshift.explain.trial import arrow_table
from featureshift.methods.base import Localizer
from featureshift.simulate.populations import draw_population

DRAWN = 12
"""Times as many rows are drawn as are kept."""
STANDS_IN = 0.9
"""Rank correlation from which on a column stands for a driver: nobody can tell them apart."""
TRUE_OF_ROWS = ("population", "constant", "other-period", "unclear")
"""Diagnoses that blame no mishap."""


@dataclass(frozen=True, eq=False)
class PopulationCase:
    table: str
    way: str
    """In which rows were chosen."""
    drivers: tuple[str, ...]
    reference: Columns
    query: Columns


class PopulationOutcome(NamedTuple):
    table: str
    way: str
    drivers: tuple[str, ...]
    named: tuple[str, ...]
    flagged: bool
    """Whether the method found any shift; else nothing is explained."""
    all_named: bool
    """Each driver, or a column that stands for it."""
    mishaps: tuple[str, ...]
    """Mishaps told with high confidence: none is true."""


def population_cases(
    tables: Sequence[str], count: int, seed: int, *, rows: tuple[int, int] = (1000, 5000)
) -> Iterator[PopulationCase]:
    made = attempt = 0
    while made < count:
        rng = np.random.default_rng([seed, attempt])
        table = tables[attempt % len(tables)]
        attempt += 1
        n = int(np.exp(rng.uniform(*np.log(rows))))
        population = int(rng.integers(2**31))
        reference, drawn = (
            MIXED[table](size, np.random.default_rng(population), rng) for size in (n, DRAWN * n)
        )
        chosen = draw_population(drawn, n, rng)
        if chosen is not None:
            made += 1
            yield PopulationCase(table, chosen.way, chosen.drivers, reference, chosen.query)


def population_outcomes(
    cases: Iterable[PopulationCase], method: Localizer
) -> Iterator[PopulationOutcome]:
    for case in cases:
        found = method.localize(arrow_table(case.reference), arrow_table(case.query)).explain()
        said = () if found.population is None else found.population.drivers
        named = tuple(driver.feature for driver in said)
        first = [column.diagnoses[0] for column in found.columns]
        yield PopulationOutcome(
            case.table,
            case.way,
            case.drivers,
            named,
            bool(found.columns),
            all(_is_named(driver, named, case.reference) for driver in case.drivers),
            tuple(
                said.words
                for said in first
                if said.confidence == "high" and said.code not in TRUE_OF_ROWS
            ),
        )


def _is_named(driver: str, named: Sequence[str], table: Columns) -> bool:
    return any(name == driver or stands_in(table[driver], table[name]) for name in named)


def stands_in(driver: Column, other: Column) -> bool:
    """Whether two columns of numbers are nearly the same but for their units.

    >>> x = np.arange(100.0)
    >>> stands_in(x, x**3), stands_in(x, x % 7)
    (True, False)
    """
    if driver.dtype.kind != "f" or other.dtype.kind != "f":
        return False
    both = ~np.isnan(driver) & ~np.isnan(other)
    first, second = (np.argsort(np.argsort(column[both])) for column in (driver, other))
    return bool(abs(np.corrcoef(first, second)[0, 1]) >= STANDS_IN)
