"""Rows that occur more than once, in a table or in both."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.random import Generator

from benchmarks.reality.case import Case, in_random_order
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.customers import customers
from benchmarks.reality.populations.factors import related, unrelated
from benchmarks.reality.sizes import draw_rows, log_uniform


def some_rows_twice(rng: Generator) -> Case:
    case = customers_or_numbers(rng, 1000)
    side = str(rng.choice(["reference", "query"]))
    return replace(
        case, **{side: with_duplicates(rng, getattr(case, side), rng.uniform(0.02, 0.1))}
    )


def query_twice(rng: Generator) -> Case:
    case = customers_or_numbers(rng)
    return replace(case, query=_all_twice(rng, case.query))


def both_twice(rng: Generator) -> Case:
    case = customers_or_numbers(rng)
    return replace(
        case, reference=_all_twice(rng, case.reference), query=_all_twice(rng, case.query)
    )


def near_copies(rng: Generator) -> Case:
    """Each row in 2 to 5 versions that differ in one or two columns, in order or shuffled."""
    versions = int(rng.integers(2, 6))
    rows = draw_rows(rng, 100, 4000)
    table = related(rng, rows.both, int(rng.integers(6, 31)))
    copies = table.loc[np.repeat(np.arange(rows.both), versions)].reset_index(drop=True)
    for _ in range(int(rng.integers(1, 3))):
        column = rng.integers(table.shape[1], size=len(copies))
        for j, name in enumerate(table):
            changed = (column == j) & (np.arange(len(copies)) % versions > 0)
            copies.loc[changed, name] = rng.choice(table[name].to_numpy(), int(changed.sum()))
    case = Case.cut(copies, rows.reference * versions)
    return case if rng.random() < 0.5 else case.shuffled(rng)


def rows_in_both(rng: Generator) -> Case:
    """Of two windows of time that overlap, or in random order."""
    case = with_common_rows(rng, customers_or_numbers(rng, 300))
    return case if rng.random() < 0.5 else case.shuffled(rng)


def with_common_rows(rng: Generator, case: Case) -> Case:
    """The query begins with the last 2 to 80 % of the reference."""
    common = round(log_uniform(rng, 0.02, 0.8) * len(case.reference))
    query = pd.concat([case.reference.iloc[-common:], case.query], ignore_index=True)
    return replace(case, query=query)


def customers_or_numbers(rng: Generator, fewest: int = 200) -> Case:
    """Independent rows, hardly any of them equal."""
    rows, width = draw_rows(rng, fewest), int(rng.integers(4, 31))
    match int(rng.integers(3)):
        case 0:
            table = customers(rng, rows.both)
        case 1:
            table = related(rng, rows.both, width)
        case _:
            table = unrelated(rng, rows.both, width)
    return Case.cut(table, rows.reference)


def with_duplicates(rng: Generator, table: pd.DataFrame, share: float) -> pd.DataFrame:
    """The table and once more a share of its rows, at its end or anywhere."""
    again = rng.choice(len(table), max(1, round(share * len(table))), replace=False)
    longer = pd.concat([table, table.iloc[again]], ignore_index=True)
    return longer if rng.random() < 0.5 else in_random_order(rng, longer)


def _all_twice(rng: Generator, table: pd.DataFrame) -> pd.DataFrame:
    return with_duplicates(rng, table, 1.0)


KINDS = {
    "some-rows-twice": Kind("2 to 10 % of the rows of one table twice", some_rows_twice),
    "query-twice": Kind("every row of the query twice", query_twice),
    "both-twice": Kind("every row of both tables twice", both_twice),
    "rows-in-both": Kind("2 to 80 % of the reference in the query, too", rows_in_both),
    "near-copies": Kind("rows in 2 to 5 versions, one or two columns changed", near_copies),
}
