"""Levels that were renamed, merged or coded anew."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.found.values import pair_of_customers
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.categories import coded
from benchmarks.reality.populations.customers import LEVELS
from benchmarks.reality.sizes import draw_rows


def level_renamed(rng: Generator) -> Case:
    case, name, levels = _levels(rng)
    return case.broken({name: case.query[name].replace(levels[0], levels[0].upper())})


def level_merged(rng: Generator) -> Case:
    case, name, levels = _levels(rng)
    return case.broken({name: case.query[name].replace(levels[0], levels[1])})


def coded_anew(rng: Generator) -> Case:
    """The numbers that stand for the levels of a category changed places."""
    rows = draw_rows(rng, 500)
    case = Case.cut(coded(rng, rows.both), rows.reference)
    name = str(rng.choice(["product", "branch"]))
    new = np.roll(np.arange(case.query[name].max() + 1), int(rng.integers(1, 4)))
    return case.broken({name: new[case.query[name]]})


def _levels(rng: Generator) -> tuple[Case, str, list[str]]:
    """A case, a column, and two of its levels; the first has 8 % of the rows at least."""
    case = pair_of_customers(rng, 500)
    name = str(rng.choice(LEVELS))
    shares = case.query[name].value_counts(normalize=True)
    first = str(rng.choice(shares.index[shares >= 0.08]))
    return case, name, [first, str(rng.choice(shares.index[shares.index != first]))]


KINDS = {
    "level-renamed": Kind("a level of 8 % or more in capitals", level_renamed),
    "level-merged": Kind("a level of 8 % or more entered as another", level_merged),
    "coded-anew": Kind("other numbers for the levels of a category", coded_anew),
}
