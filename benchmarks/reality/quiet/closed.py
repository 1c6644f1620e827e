"""Closed tables: what one column gains, the others lose."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations import closed
from benchmarks.reality.sizes import draw_rows


def _cut(population: Callable[[Generator, int], pd.DataFrame]) -> Callable[[Generator], Case]:
    def make(rng: Generator) -> Case:
        rows = draw_rows(rng)
        return Case.cut(population(rng, rows.both), rows.reference)

    return make


KINDS = {
    "one-hot": Kind("one-hot codes of 1 to 3 categories and nothing else", _cut(closed.one_hot)),
    "shares": Kind("3 to 10 shares that add up to 1", _cut(closed.shares)),
    "softmax": Kind("class probabilities of a classifier", _cut(closed.class_probabilities)),
    "row-ranks": Kind("each row ranks 4 to 12 things", _cut(closed.row_ranks)),
    "row-centered": Kind("values less the mean of their row", _cut(closed.row_centered)),
}
