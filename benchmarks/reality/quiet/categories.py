"""Many levels, or nothing but categories."""

from __future__ import annotations

from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations import categories
from benchmarks.reality.sizes import draw_rows


def many_levels(rng: Generator) -> Case:
    rows = draw_rows(rng, 300, 1000)
    return Case.cut(categories.many_levels(rng, rows.both), rows.reference)


def few_categories(rng: Generator) -> Case:
    rows = draw_rows(rng)
    return Case.cut(categories.few_categories(rng, rows.both), rows.reference)


KINDS = {
    "many-levels": Kind("categories of 50 to 1,000 levels at about 500 rows", many_levels),
    "few-categories": Kind("3 to 6 categories: equal rows are natural", few_categories),
}
