"""Too few rows to say much, or far fewer in one table than in the other."""

from __future__ import annotations

from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.categories import few_categories
from benchmarks.reality.populations.customers import customers
from benchmarks.reality.populations.factors import related
from benchmarks.reality.sizes import count


def handful(rng: Generator) -> Case:
    return _small_query(rng, int(rng.integers(2, 6)), count(rng, 50, 20_000))


def dozens(rng: Generator) -> Case:
    return _small_query(rng, int(rng.integers(10, 51)), count(rng, 50, 20_000))


def thousand_to_one(rng: Generator) -> Case:
    return _small_query(rng, count(rng, 80, 200), count(rng, 20_000, 100_000))


def small_reference(rng: Generator) -> Case:
    query = count(rng, 1000, 20_000)
    return _small_query(rng, query, count(rng, 30, 100))


def _small_query(rng: Generator, query: int, reference: int) -> Case:
    rows = reference + query
    match int(rng.integers(3)):
        case 0:
            table = customers(rng, rows)
        case 1:
            table = related(rng, rows, int(rng.integers(4, 41)))
        case _:
            table = few_categories(rng, rows)
    return Case.cut(table, reference)


KINDS = {
    "query-of-2-to-5": Kind("2 to 5 rows against 50 to 20,000", handful),
    "query-of-10-to-50": Kind("10 to 50 rows against 50 to 20,000", dozens),
    "thousand-to-one": Kind("about 100 rows against up to 100,000", thousand_to_one),
    "small-reference": Kind("up to 20,000 rows against 30 to 100", small_reference),
}
