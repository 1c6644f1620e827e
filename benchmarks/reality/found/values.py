"""The values of a column changed in every row."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from numpy.random import Generator
from scipy.stats import ks_2samp

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.customers import NUMBERS, customers, with_signup
from benchmarks.reality.populations.factors import related
from benchmarks.reality.sizes import draw_rows

UNITS = (0.001, 0.01, 0.305, 0.4536, 1.609, 2.54, 12.0, 60.0, 100.0, 1000.0)


def other_unit(rng: Generator) -> Case:
    case = pair_of_customers(rng)
    return case.broken(
        {name: in_other_unit(rng, case.query[name]) for name in some_of(rng, NUMBERS, 2)}
    )


def clipped(rng: Generator) -> Case:
    case = pair_of_customers(rng, 500)
    name = str(rng.choice(NUMBERS))
    ceiling = case.query[name].quantile(rng.uniform(0.7, 0.9))
    return case.broken({name: case.query[name].clip(upper=ceiling)})


def rounded(rng: Generator) -> Case:
    case = pair_of_customers(rng, 500)
    name = str(rng.choice(NUMBERS))
    step = case.query[name].std() * rng.uniform(0.5, 1.0)
    return case.broken({name: (case.query[name] / step).round() * step})


def wider(rng: Generator) -> Case:
    case = pair_of_numbers(rng, 500)
    name = str(rng.choice(case.query.columns))
    values = case.query[name]
    return case.broken({name: values.mean() + rng.uniform(1.5, 3) * (values - values.mean())})


def more_missing(rng: Generator) -> Case:
    case = pair_of_customers(rng, 300)
    lost = {
        name: case.query[name].mask(rng.random(len(case.query)) < rng.uniform(0.1, 0.4))
        for name in some_of(rng, (*NUMBERS, "region", "plan"), 3)
    }
    return case.broken(lost)


def later_dates(rng: Generator) -> Case:
    rows = draw_rows(rng, 500)
    case = Case.cut(with_signup(rng, rows.both), rows.reference)
    days = pd.Timedelta(days=int(rng.integers(120, 800)))
    return case.broken({"signup": case.query["signup"] + days})


def exchanged(rng: Generator) -> Case:
    """Two columns of numbers changed places; such whose distributions differ."""
    case = pair_of_numbers(rng, 300)
    for _ in range(100):
        one, other = map(str, rng.choice(case.query.columns, 2, replace=False))
        if ks_2samp(case.query[one], case.query[other]).statistic > 0.3:
            break
    return case.broken({one: case.query[other], other: case.query[one]})


def pair_of_customers(rng: Generator, fewest: int = 200) -> Case:
    rows = draw_rows(rng, fewest)
    return Case.cut(customers(rng, rows.both), rows.reference)


def pair_of_numbers(rng: Generator, fewest: int = 200) -> Case:
    rows = draw_rows(rng, fewest)
    return Case.cut(related(rng, rows.both, int(rng.integers(4, 41))), rows.reference)


def in_other_unit(rng: Generator, values: pd.Series) -> pd.Series:
    return values * rng.choice(UNITS)


def some_of(rng: Generator, names: Sequence[str], most: int) -> list[str]:
    return [str(name) for name in rng.choice(names, int(rng.integers(1, most + 1)), replace=False)]


KINDS = {
    "other-unit": Kind("one or two numbers of a customer in another unit", other_unit),
    "clipped": Kind("a number cut off above its 70 to 90 % quantile", clipped),
    "rounded": Kind("a number rounded to 0.5 to 1 standard deviations", rounded),
    "wider": Kind("the spread of a number 1.5 to 3 times as wide", wider),
    "more-missing": Kind("10 to 40 % of the cells of 1 to 3 columns lost", more_missing),
    "later-dates": Kind("dates 4 to 26 months later", later_dates),
    "exchanged": Kind("two numbers exchanged", exchanged),
}
