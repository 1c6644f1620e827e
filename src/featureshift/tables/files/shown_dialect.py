"""As much of a dialect as the cells of a file show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from featureshift.tables.files.dialect import Dialect

GROUPED = 1000
"""From here on, numbers have thousands to be set apart."""


def shown_dialect(dialect: Dialect, table: Any, thousands: str) -> Dialect:
    """Of a table that was read from it; ``thousands`` is what sets them apart, '' if nothing."""
    numbers = [table[field.name] for field in table.schema if _is_number(field.type)]
    return as_shown(
        dialect,
        fractions=any(pa.types.is_floating(column.type) for column in numbers),
        thousands=thousands if thousands or any(map(is_large, numbers)) else None,
    )


def as_shown(dialect: Dialect, *, fractions: bool, thousands: str | None) -> Dialect:
    """Without what cannot be known: the decimal sign of whole numbers, say.

    Quotes and the encoding are never known: plain texts need neither.
    """
    return replace(
        dialect,
        decimal=dialect.decimal if fractions else None,
        thousands=thousands,
        quote=None,
        encoding=None,
    )


def is_large(numbers: Any) -> bool:
    """Whether one of them has thousands to be set apart.

    >>> is_large(pa.array([1, -2000, None]))
    True
    """
    ends = pc.min_max(numbers).as_py()
    return bool(max(abs(ends["min"] or 0), abs(ends["max"] or 0)) >= GROUPED)


def _is_number(dtype: Any) -> bool:
    return bool(pa.types.is_integer(dtype) or pa.types.is_floating(dtype))
