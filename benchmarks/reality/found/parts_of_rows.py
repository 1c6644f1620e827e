"""A fault in about a tenth of the rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.found.values import pair_of_customers, pair_of_numbers
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.customers import NUMBERS
from benchmarks.reality.populations.repeated import devices
from benchmarks.reality.sizes import draw_rows

FEWEST_ROWS = 2000


def last_tenth(rng: Generator) -> Case:
    case = pair_of_numbers(rng, FEWEST_ROWS)
    late = np.arange(len(case.query)) >= len(case.query) * (1 - rng.uniform(0.08, 0.15))
    return _faulty(rng, case, str(rng.choice(case.query.columns)), pd.Series(late))


def one_region(rng: Generator) -> Case:
    case = pair_of_customers(rng, FEWEST_ROWS)
    region = case.query["region"].value_counts().index[int(rng.integers(5))]
    return _faulty(rng, case, str(rng.choice(NUMBERS)), case.query["region"] == region)


def one_device(rng: Generator) -> Case:
    return _faulty(rng, *_device(rng, FEWEST_ROWS))


def one_device_mixed_up(rng: Generator) -> Case:
    """Its values of a column go to other rows of its own."""
    case, name, rows = _device(rng, 2 * FEWEST_ROWS)
    values = case.query[name].to_numpy(copy=True)
    values[rows] = rng.permutation(values[rows])
    return case.broken({name: values})


def _device(rng: Generator, fewest: int) -> tuple[Case, str, pd.Series]:
    """A case, one of its numbers, and the rows of one device."""
    size = draw_rows(rng, fewest)
    case = Case.cut(devices(rng, size.both), size.reference)
    rows = case.query["device"] == rng.choice(case.query["device"].unique())
    return case, str(rng.choice(case.query.columns[1:])), rows


def _faulty(rng: Generator, case: Case, name: str, rows: pd.Series) -> Case:
    """In these rows the column is off by 1.5 to 4 standard deviations, or stands still.

    Among all rows that may be little, among these it is plain.
    """
    values = case.query[name].astype(float)
    off = values + rng.choice([-1, 1]) * rng.uniform(1.5, 4) * values.std()
    still = pd.Series(np.full(len(values), float(rng.choice(values))))
    return case.broken({name: values.mask(rows, off if rng.random() < 0.7 else still)})


KINDS = {
    "last-tenth": Kind("a number off, or still, in the last 8 to 15 % of the rows", last_tenth),
    "one-region": Kind("the same where region is one of ten levels", one_region),
    "one-device": Kind("the same on one of ten devices", one_device),
    "one-device-mixed-up": Kind("a number of one of ten devices shuffled", one_device_mixed_up),
}
