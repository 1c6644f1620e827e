"""What 30 to 50 rows are enough to show."""

from __future__ import annotations

from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.customers import NUMBERS, customers
from benchmarks.reality.sizes import count


def gross_unit(rng: Generator) -> Case:
    case = _small_batch(rng)
    name = str(rng.choice(NUMBERS))
    return case.broken({name: case.query[name] * rng.choice([0.001, 0.01, 60, 100, 1000])})


def numbers_lost(rng: Generator) -> Case:
    case = _small_batch(rng)
    name = str(rng.choice(NUMBERS))
    return case.broken({name: case.query[name].mask(rng.random(len(case.query)) < 0.7)})


def _small_batch(rng: Generator) -> Case:
    reference = count(rng, 500, 20_000)
    return Case.cut(customers(rng, reference + int(rng.integers(30, 51))), reference)


KINDS = {
    "small-batch-unit": Kind("30 to 50 rows, a number in a far larger or smaller unit", gross_unit),
    "small-batch-lost": Kind("30 to 50 rows, 70 % of a number missing", numbers_lost),
}
