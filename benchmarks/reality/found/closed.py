"""Faults in closed tables."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from numpy.random import Generator
from scipy.stats import ks_2samp

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.closed import class_probabilities, one_hot, row_ranks, shares
from benchmarks.reality.sizes import draw_rows

CLEARLY = 0.2
"""Distance of two distributions that 400 rows show for sure."""
Population = Callable[[Generator, int], pd.DataFrame]


def shares_exchanged(rng: Generator) -> Case:
    return _exchanged(rng, shares)


def classes_exchanged(rng: Generator) -> Case:
    return _exchanged(rng, class_probabilities)


def codes_exchanged(rng: Generator) -> Case:
    return _exchanged(rng, one_hot)


def ranks_exchanged(rng: Generator) -> Case:
    return _exchanged(rng, row_ranks)


def share_in_percent(rng: Generator) -> Case:
    case = _pair(rng, shares)
    name = str(rng.choice(case.query.columns))
    return case.broken({name: case.query[name] * 100})


def _exchanged(rng: Generator, population: Population) -> Case:
    """The column with the highest mean and that with the lowest, of a table where they differ."""
    while True:
        case = _pair(rng, population)
        means = case.query.mean()
        low, high = case.query[means.idxmin()], case.query[means.idxmax()]
        if ks_2samp(low, high).statistic > CLEARLY:
            return case.broken({str(low.name): high, str(high.name): low})


def _pair(rng: Generator, population: Population) -> Case:
    rows = draw_rows(rng, 400)
    return Case.cut(population(rng, rows.both), rows.reference)


KINDS = {
    "shares-exchanged": Kind("two of 3 to 10 shares exchanged", shares_exchanged),
    "classes-exchanged": Kind("two class probabilities exchanged", classes_exchanged),
    "codes-exchanged": Kind("two one-hot codes exchanged", codes_exchanged),
    "ranks-exchanged": Kind("two columns of ranks exchanged", ranks_exchanged),
    "share-in-percent": Kind("one share of several in percent", share_in_percent),
}
