"""Public tables, split at random: by rows, or by groups of rows."""

from __future__ import annotations

from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.public import GROUPED, TABLES, independent, public_table


def split_rows(rng: Generator) -> Case:
    return split(rng, str(rng.choice(list(TABLES))))


def split_groups(rng: Generator) -> Case:
    """Whole weeks or whole countries."""
    name = str(rng.choice(list(GROUPED)))
    table, column = public_table(name), GROUPED[name]
    groups = rng.permutation(table[column].unique())
    here = table[column].isin(groups[: int(len(groups) * rng.uniform(0.4, 0.6))])
    order = rng.permutation(len(table))
    return Case(
        table.iloc[order][here.iloc[order]].reset_index(drop=True),
        table.iloc[order][~here.iloc[order]].reset_index(drop=True),
        {"groups": column},
    )


def split(rng: Generator, name: str) -> Case:
    """Two parts of a public table; the smaller has a third of the rows at least."""
    table = independent(name)
    shuffled = table.iloc[rng.permutation(len(table))]
    return Case.cut(shuffled, int(len(table) * rng.uniform(1 / 3, 2 / 3)))


KINDS = {
    "public-rows": Kind("random rows of public tables", split_rows),
    "public-groups": Kind("random weeks or countries of public tables, with groups=", split_groups),
}
