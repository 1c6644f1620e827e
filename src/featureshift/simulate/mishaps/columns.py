"""What a mishap is, and what it asks of columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]
Columns = dict[str, Column]
Mishap = Callable[[Mapping[str, Column], Mapping[str, Column], str, np.random.Generator], Columns]
"""(reference, query, name of a column, rng) -> new columns of the query; none if it does not suit
the column, or would change next to nothing."""

RELATED = 0.25
"""Correlation with another column from which on a wrong order of rows can be seen."""


def is_number(column: Column) -> bool:
    return column.dtype.kind == "f"


def is_text(column: Column) -> bool:
    return column.dtype.kind == "O"


def is_date(column: Column) -> bool:
    return column.dtype.kind == "M"


def as_seconds(column: Column) -> NDArray[np.float64]:
    """Since 1970; NaN where missing."""
    counts = column.astype("datetime64[s]").astype(np.int64).astype(np.float64)
    return np.where(np.isnat(column), np.nan, counts)


def decimals(column: Column) -> int | None:
    """Digits after the point that all values have at most, up to 3; None for more."""
    present = column[~np.isnan(column)]
    return next((k for k in range(4) if np.allclose(present, present.round(k), atol=1e-9)), None)


def distinct(column: Column) -> int:
    return len(np.unique(column[~np.isnan(column)]))


def is_related(table: Mapping[str, Column], name: str) -> bool:
    """Whether any other column tells something of this one; else its rows may be in any order."""
    own = _codes(table[name])
    others = (_codes(column) for other, column in table.items() if other != name)
    return any(abs(np.corrcoef(own, other)[0, 1]) > RELATED for other in others)


def _codes(column: Column) -> NDArray[np.float64]:
    if is_date(column):
        column = as_seconds(column)
    if is_number(column):
        return np.where(np.isnan(column), np.nanmedian(column), column)
    return np.unique(column.astype(str), return_inverse=True)[1].astype(np.float64)


def again(column: Column, like: Column, rng: np.random.Generator) -> Column:
    """Half of the time rounded to as many digits as the original had."""
    digits = decimals(like)
    return column.round(digits) if digits is not None and rng.random() < 0.5 else column
