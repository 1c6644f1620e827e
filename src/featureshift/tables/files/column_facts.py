"""What the cells of a column tell of its type: facts of a block of text, which merge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from featureshift.tables.files.cells import LEADING_ZERO
from featureshift.tables.files.numbers_in_text import readings
from featureshift.tables.files.shown_dialect import is_large

_TOO_FAR = 1 << 63
"""Nanoseconds from 1970 on."""
_HEXADECIMAL = r"^\s*[+-]?0[xX]"
FLAG_WORDS = ["0", "1", "true", "True", "TRUE", "false", "False", "FALSE"]
"""What Arrow reads as yes or no, and all of it."""


class Thousands(NamedTuple):
    """Of a column of texts that are numbers if a sign may stand between their thousands."""

    occur: bool
    """Whether the sign does."""
    large: bool
    """Whether a number is so large that it could."""


@dataclass(frozen=True)
class ColumnFacts:
    types: frozenset[Any] = frozenset()
    """What blocks are inferred as; not those without a value."""
    leading_zero: bool = False
    """Whether a number begins with a zero, as codes do."""
    large: bool = False
    """Whether a number has thousands that could be set apart."""
    beyond_nanoseconds: bool = False
    """Whether an instant is too far away to be counted in nanoseconds."""
    thousands: Mapping[str, Thousands] | None = None
    """Sign -> how all texts read as numbers; None if no block is of texts."""
    flags: bool = True
    """Whether all texts are read as yes or no; known of what is read as text."""
    hexadecimal: bool = False
    """Whether a text is such a number; known of what is read as text."""

    def merge(self, other: ColumnFacts) -> ColumnFacts:
        return ColumnFacts(
            self.types | other.types,
            self.leading_zero or other.leading_zero,
            self.large or other.large,
            self.beyond_nanoseconds or other.beyond_nanoseconds,
            _both(self.thousands, other.thousands),
            self.flags and other.flags,
            self.hexadecimal or other.hexadecimal,
        )


def facts_of(column: Any, decimal: str, thousands: str | None) -> ColumnFacts:
    """Of a column of a block, in the type that it was inferred to have."""
    dtype = column.type
    if pa.types.is_null(dtype):
        return ColumnFacts()
    types = frozenset([dtype])
    if pa.types.is_integer(dtype) or pa.types.is_floating(dtype):
        return ColumnFacts(types, large=is_large(column))
    if pa.types.is_timestamp(dtype) or pa.types.is_date(dtype):
        return ColumnFacts(types, beyond_nanoseconds=_is_beyond(column))
    if pa.types.is_string(dtype):
        return ColumnFacts(types, thousands=_thousands(column, decimal, thousands))
    return ColumnFacts(types)


def facts_of_texts(column: Any, decimal: str, thousands: str | None) -> ColumnFacts:
    """Of a column of a block that was read as text, whatever it holds."""
    return ColumnFacts(
        types=frozenset([column.type]),
        leading_zero=has_leading_zero(column),
        thousands=_thousands(column, decimal, thousands),
        flags=_is_all(pc.is_in(column, pa.array(FLAG_WORDS)), column),
        hexadecimal=bool(pc.any(pc.match_substring_regex(column, _HEXADECIMAL)).as_py()),
    )


def has_leading_zero(texts: Any) -> bool:
    return bool(pc.any(pc.match_substring_regex(texts, LEADING_ZERO)).as_py())


def _thousands(texts: Any, decimal: str, thousands: str | None) -> dict[str, Thousands]:
    return {
        reading.sign: Thousands(reading.occurs, is_large(reading.numbers))
        for reading in readings(texts, decimal, thousands)
    }


def _both(
    first: Mapping[str, Thousands] | None, second: Mapping[str, Thousands] | None
) -> Mapping[str, Thousands] | None:
    if first is None or second is None:
        return second if first is None else first
    return {
        sign: Thousands(one.occur or second[sign].occur, one.large or second[sign].large)
        for sign, one in first.items()
        if sign in second
    }


def _is_all(holds: Any, column: Any) -> bool:
    return bool(pc.sum(holds).as_py() == len(column) - column.null_count) or len(column) == 0


def _is_beyond(instants: Any) -> bool:
    if pa.types.is_date(instants.type):
        instants = instants.cast(pa.timestamp("s"))
    if instants.type.unit != "s":
        return False
    ends = pc.min_max(instants)
    seconds = [ends[end].value or 0 for end in ("min", "max")]
    return any(not -_TOO_FAR <= second * 10**9 < _TOO_FAR for second in seconds)
