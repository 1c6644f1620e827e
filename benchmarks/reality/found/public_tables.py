"""Faults in public tables."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from pandas.api.types import is_float_dtype

from benchmarks.reality.case import Case
from benchmarks.reality.found.relations import shuffle
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.public import TABLES, independent
from benchmarks.reality.quiet.public_tables import split

RELATED = 0.6
"""Rank correlation that is lost for sure when a column of a hundred rows is shuffled."""


def unit(rng: Generator) -> Case:
    name = str(rng.choice(list(TABLES)))
    case = split(rng, name)
    column = str(rng.choice(numbers(name)))
    return case.broken({column: case.query[column] * rng.choice([0.01, 0.3, 2.54, 100])})


def shuffled(rng: Generator) -> Case:
    chosen = {name: well_related(name) for name in TABLES}
    name = str(rng.choice([name for name, columns in chosen.items() if columns]))
    return shuffle(rng, split(rng, name), str(rng.choice(chosen[name])))


def numbers(name: str) -> list[str]:
    """Measurements: of many values, most of them not zero."""
    table = independent(name)
    return [
        column
        for column in table
        if is_float_dtype(table[column])
        and table[column].nunique() > 20
        and (table[column] != 0).mean() > 0.9
    ]


def well_related(name: str) -> list[str]:
    """Measurements with two such relatives, so that it is clear which column lost them."""
    related = independent(name)[numbers(name)].corr("spearman").abs() > RELATED
    return [str(column) for column in related.columns[np.asarray(related.sum()) >= 3]]


KINDS = {
    "public-unit": Kind("a number of a public table in another unit", unit),
    "public-shuffled": Kind("a well related number of a public table shuffled", shuffled),
}
