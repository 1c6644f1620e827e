"""A few values far outside of everything the reference holds."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.found.values import pair_of_customers
from benchmarks.reality.kind import Kind
from benchmarks.reality.sizes import log_uniform

COLUMNS = ("age", "income", "spend", "tenure_days")
"""Positive, and seldom ten times as high in one row as in another."""
FEWEST = 8
"""Cells that are hit, so that chance never leaves a case without evidence."""


def gross_factor(rng: Generator) -> Case:
    case, name = _column(rng)
    hit = some_rows(rng, len(case.query), log_uniform(rng, 0.002, 0.02))
    factor = log_uniform(rng, 10, 1000)
    return case.broken({name: case.query[name].mask(hit, case.query[name] * factor)})


def wrong_sign(rng: Generator) -> Case:
    case, name = _column(rng)
    hit = some_rows(rng, len(case.query), log_uniform(rng, 0.005, 0.02))
    return case.broken({name: case.query[name].mask(hit, -case.query[name])})


def sentinel(rng: Generator) -> Case:
    case, name = _column(rng)
    hit = some_rows(rng, len(case.query), log_uniform(rng, 0.003, 0.01))
    return case.broken({name: case.query[name].mask(hit, rng.choice([-999.0, -9999.0, -99999.0]))})


def some_rows(rng: Generator, rows: int, share: float) -> pd.Series:
    hit = np.zeros(rows, bool)
    hit[rng.choice(rows, max(FEWEST, round(share * rows)), replace=False)] = True
    return pd.Series(hit)


def _column(rng: Generator) -> tuple[Case, str]:
    return pair_of_customers(rng, 1000), str(rng.choice(COLUMNS))


KINDS = {
    "gross-factor": Kind("0.2 to 2 % of a number times 10 to 1,000", gross_factor),
    "wrong-sign": Kind("0.5 to 2 % of a positive number with the wrong sign", wrong_sign),
    "sentinel": Kind("-999, -9999 or -99999 in 0.3 to 1 % of a positive number", sentinel),
}
