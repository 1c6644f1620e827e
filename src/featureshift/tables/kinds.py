"""What a column holds, as far as comparing two columns needs to know."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

import pyarrow as pa


class Kind(StrEnum):
    NUMERIC = "numeric"
    BOOLEAN = "boolean"
    CATEGORICAL = "categorical"
    DATETIME = "datetime"
    CODED = "coded"
    """A categorical column whose levels are numbers: numeric beside a numeric column."""
    EMPTY = "empty"
    """No value and no type: takes the kind of the column it is compared with."""
    UNSUPPORTED = "unsupported"


class Note(NamedTuple):
    """What was noticed about one column (or, with ``column=None``, about the whole comparison)."""

    column: str | None
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.column}: {self.message}" if self.column is not None else self.message


class Column(NamedTuple):
    name: str
    kind: Kind
    note: Note | None = None
    """Something already noticed while reading, such as mixed types."""
    zoned: bool = False
    """Instants with a time zone."""
    stored: str = ""
    """Its type as Arrow would call it; empty where that is not known."""


def kind_of_arrow(dtype: Any) -> Kind:
    """The kind of a pyarrow data type.

    >>> kind_of_arrow(pa.int16()), kind_of_arrow(pa.date32()), kind_of_arrow(pa.list_(pa.int8()))
    (<Kind.NUMERIC: 'numeric'>, <Kind.DATETIME: 'datetime'>, <Kind.UNSUPPORTED: 'unsupported'>)
    """
    types = pa.types
    if types.is_dictionary(dtype):
        inner = kind_of_arrow(dtype.value_type)
        return {Kind.NUMERIC: Kind.CODED, Kind.BOOLEAN: Kind.BOOLEAN}.get(inner, inner)
    if types.is_boolean(dtype):
        return Kind.BOOLEAN
    if types.is_integer(dtype) or types.is_floating(dtype) or types.is_decimal(dtype):
        return Kind.NUMERIC
    if types.is_duration(dtype) or types.is_time(dtype):
        return Kind.NUMERIC
    if types.is_string(dtype) or types.is_large_string(dtype) or types.is_string_view(dtype):
        return Kind.CATEGORICAL
    if types.is_timestamp(dtype) or types.is_date(dtype):
        return Kind.DATETIME
    return Kind.EMPTY if types.is_null(dtype) else Kind.UNSUPPORTED


def is_zoned(dtype: Any) -> bool:
    return bool(pa.types.is_timestamp(dtype) and dtype.tz is not None)


def reconcile(reference: Kind, query: Kind) -> Kind | None:
    """The kind in which two columns can be compared, or None.

    >>> reconcile(Kind.BOOLEAN, Kind.NUMERIC)
    <Kind.NUMERIC: 'numeric'>
    >>> reconcile(Kind.CATEGORICAL, Kind.NUMERIC) is None
    True
    """
    kinds = {reference, query} - {Kind.EMPTY}
    if not kinds:
        return Kind.EMPTY
    if Kind.UNSUPPORTED in kinds:
        return None
    if len(kinds) == 1:
        kind = kinds.pop()
        return Kind.CATEGORICAL if kind is Kind.CODED else kind
    if kinds <= {Kind.NUMERIC, Kind.BOOLEAN, Kind.CODED}:
        return Kind.NUMERIC
    if kinds == {Kind.CATEGORICAL, Kind.CODED}:
        return Kind.CATEGORICAL
    return None
