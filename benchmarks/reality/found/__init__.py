"""Pairs with known shifted columns. A file per theme."""

from benchmarks.reality.found import (
    blocks,
    categories,
    closed,
    dependent_rows,
    few_rows,
    outliers,
    parts_of_rows,
    public_tables,
    relations,
    values,
)

__all__ = [
    "blocks",
    "categories",
    "closed",
    "dependent_rows",
    "few_rows",
    "outliers",
    "parts_of_rows",
    "public_tables",
    "relations",
    "values",
]
