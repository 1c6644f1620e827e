"""A column keeps its distribution and loses its relation to others."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.found.values import pair_of_numbers
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.factors import latent, related, unrelated
from benchmarks.reality.sizes import Rows, draw_rows


def one_shuffled(rng: Generator) -> Case:
    case = pair_of_numbers(rng, 300)
    return shuffle(rng, case, str(rng.choice(case.query.columns)))


def one_row_late(rng: Generator) -> Case:
    case = pair_of_numbers(rng, 300)
    name = str(rng.choice(case.query.columns))
    return case.broken({name: np.roll(case.query[name].to_numpy(), 1)})


def product(rng: Generator) -> Case:
    """Of two factors around zero, or somewhat above it, with little noise."""
    rows = draw_rows(rng, 1000)
    one, other = rng.normal(rng.choice([0.0, rng.uniform(0, 1)]), 1, (2, rows.both))
    made = one * other + rng.uniform(0, 0.3) * rng.normal(size=rows.both)
    return _made_then_shuffled(rng, rows, {"x3": one, "x4": other, "x5": made}, "x5")


def square(rng: Generator) -> Case:
    rows = draw_rows(rng, 1000)
    x, relative = latent(rng, rows.both, 2, 1).T
    made = x**2 + rng.uniform(0, 0.5) * rng.normal(size=rows.both)
    return _made_then_shuffled(rng, rows, {"x": x, "z": relative, "y": made}, "y")


def distance(rng: Generator) -> Case:
    rows = draw_rows(rng, 1000)
    x, relative = latent(rng, rows.both, 2, 1).T
    made = np.abs(x) + rng.uniform(0.1, 0.4) * rng.normal(size=rows.both)
    return _made_then_shuffled(rng, rows, {"x": x, "z": relative, "y": made}, "y")


def shuffle(
    rng: Generator, case: Case, *names: str, other_side: frozenset[str] = frozenset()
) -> Case:
    """Columns that a wrong join gave to other rows, all of them to the same ones."""
    order = rng.permutation(len(case.query))
    moved = {name: case.query[name].to_numpy()[order] for name in names}
    return case.broken(moved, other_side)


def _made_then_shuffled(
    rng: Generator, rows: Rows, columns: dict[str, np.ndarray], name: str
) -> Case:
    """Beside columns that are related to each other or to nothing."""
    beside = related(rng, rows.both, int(rng.integers(3, 9)))
    alone = unrelated(rng, rows.both, int(rng.integers(1, 6)))
    table = pd.concat([pd.DataFrame(columns), beside, alone], axis=1)
    return shuffle(rng, Case.cut(table, rows.reference), name)


KINDS = {
    "one-shuffled": Kind("one of 4 to 40 related numbers shuffled", one_shuffled),
    "one-row-late": Kind("one of 4 to 40 related numbers one row late", one_row_late),
    "product-shuffled": Kind("x5 = x3 * x4, then shuffled", product),
    "square-shuffled": Kind("y = x^2, then shuffled", square),
    "distance-shuffled": Kind("y = |x| with noise, then shuffled", distance),
}
