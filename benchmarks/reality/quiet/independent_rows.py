"""Independent rows of one population: what every test supposes."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.customers import customers
from benchmarks.reality.populations.factors import MARGINS, latent, recorded
from benchmarks.reality.sizes import draw_rows


def mixed_customers(rng: Generator) -> Case:
    rows = draw_rows(rng)
    return Case.cut(customers(rng, rows.both), rows.reference)


def related_numbers(rng: Generator) -> Case:
    rows, width = draw_rows(rng), int(rng.integers(4, 61))
    causes = int(rng.integers(1, max(2, width // 3)))
    table = recorded(rng, latent(rng, rows.both, width, causes), MARGINS)
    return Case.cut(table, rows.reference)


def heavy_tails(rng: Generator) -> Case:
    rows, width = draw_rows(rng), int(rng.integers(4, 31))
    values = rng.standard_t(rng.uniform(1, 3, width), (rows.both, width))
    skewed = rng.random(width) < 0.5
    values[:, skewed] = np.exp(rng.uniform(1, 2.5) * rng.normal(size=(rows.both, skewed.sum())))
    table = pd.DataFrame(values, columns=[f"loss_{j + 1}" for j in range(width)])
    return Case.cut(table, rows.reference)


def missing_cells(rng: Generator) -> Case:
    """Some columns lose cells by chance, some together, some where another column is high."""
    rows, width = draw_rows(rng), int(rng.integers(6, 31))
    values = latent(rng, rows.both, width, max(1, width // 5))
    table = recorded(rng, values)
    together = rng.random(rows.both) < rng.uniform(0.05, 0.4)
    for j in range(width):
        holes = (
            rng.random(rows.both) < rng.uniform(0, 0.6),
            together,
            values[:, j - 1] > rng.uniform(0.5, 2),
            np.zeros(rows.both, bool),
        )
        table.iloc[holes[int(rng.integers(4))], j] = np.nan
    return Case.cut(table, rows.reference)


KINDS = {
    "customers": Kind("customers: numbers, categories, dates, missing cells", mixed_customers),
    "related-numbers": Kind("4 to 60 related numbers, some of them wide", related_numbers),
    "heavy-tails": Kind("losses with 1 to 3 moments", heavy_tails),
    "missing-cells": Kind("up to 60 % missing, by chance, together or by value", missing_cells),
}
