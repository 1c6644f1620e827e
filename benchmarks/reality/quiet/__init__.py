"""Pairs without any shift: every flag is a false alarm. A file per theme."""

from benchmarks.reality.quiet import (
    categories,
    closed,
    dependent_rows,
    duplicates,
    few_rows,
    independent_rows,
    public_tables,
)

__all__ = [
    "categories",
    "closed",
    "dependent_rows",
    "duplicates",
    "few_rows",
    "independent_rows",
    "public_tables",
]
