"""Types in the words of people who do not store tables for a living."""

from __future__ import annotations

from featureshift.tables.kinds import Column, Kind

_WORDS = {
    Kind.NUMERIC: "number",
    Kind.CODED: "number",
    Kind.BOOLEAN: "boolean",
    Kind.CATEGORICAL: "text",
    Kind.DATETIME: "date",
    Kind.EMPTY: "nothing",
    Kind.UNSUPPORTED: "nested or binary",
}
_NUMERIC = {"duration": "duration", "time": "time of day"}
"""Numbers to a comparison, but not to a person."""


def type_word(column: Column) -> str:
    """

    >>> type_word(Column("a", Kind.NUMERIC, stored="time64[us]"))
    'time of day'
    """
    if column.kind is Kind.NUMERIC:
        stored = column.stored.rstrip("]").split("[")[0].rstrip("0123456789")
        return _NUMERIC.get(stored, "number")
    return _WORDS[column.kind]
