"""The rows to which a change is confined, in a table and in code."""

from __future__ import annotations

from collections.abc import Callable

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from featureshift.explain import Where
from featureshift.repair.step import Dialect, Series, cell, number, quoted

Column = Callable[[str], Series]


def rows_of(where: Where, column: Column, n_rows: int) -> NDArray[np.bool_]:
    """Where the condition holds [rows]; not where its column is missing."""
    if where.column is None:
        place, (first, last) = np.arange(1, n_rows + 1), where.values
        return np.asarray((place >= float(first)) & (place <= float(last)))
    values = column(where.column)
    if where.op in ("=", "in"):
        told = _comparable(values)
        return told.is_in(list(where.values)).fill_null(False).to_numpy().astype(bool)
    if values.dtype.is_temporal():
        seconds = values.dt.timestamp("ms").cast(nw.Float64) / 1000
    else:
        seconds = values.cast(nw.Float64)
    cells, limit = seconds.to_numpy().astype(np.float64), float(where.values[0])
    with np.errstate(invalid="ignore"):
        return np.asarray(cells > limit if where.op == ">" else cells <= limit)


def _comparable(values: Series) -> Series:
    """Numbers as floats, truth as it is, all else as text: as conditions have them."""
    if values.dtype == nw.Boolean:
        return values
    return values.cast(nw.Float64 if values.dtype.is_numeric() else nw.String)


def source_of(where: Where, dialect: Dialect) -> str:
    """The same as an expression; instants are compared as such.

    >>> source_of(Where("", "region", "=", ("w",), 0.1), "pandas")
    'query["region"] == "w"'
    >>> source_of(Where("", None, "rows", (9, 12), 0.1), "polars")
    'pl.int_range(1, pl.len() + 1).is_between(9, 12)'
    """
    if where.column is None:
        first, last = (number(float(row)) for row in where.values)
        if dialect == "polars":
            return f"pl.int_range(1, pl.len() + 1).is_between({first}, {last})"
        rows = "pd.Series(range(1, len(query) + 1), index=query.index)"
        return f"{rows}.between({first}, {last})"
    own, values = cell(where.column, dialect), [_literal(value) for value in where.values]
    if where.op == "in":
        test = "isin" if dialect == "pandas" else "is_in"
        return f"{own}.{test}([{', '.join(values)}])"
    return f"{own} {'==' if where.op == '=' else where.op} {values[0]}"


def _literal(value: str | float | bool) -> str:
    if isinstance(value, str):
        return quoted(value)
    return repr(value) if isinstance(value, bool) else number(value)
