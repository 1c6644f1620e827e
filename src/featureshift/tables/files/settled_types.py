"""The type of a column out of the types of its parts: the one that the whole would have."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, NamedTuple

import pyarrow as pa

from featureshift.tables.files.column_facts import ColumnFacts

_NUMBERS = {pa.int64(), pa.float64()}
_FLAGS = {pa.int64(), pa.bool_()}


class ReadAs(NamedTuple):
    """How the cells of a column are read."""

    dtype: Any
    """By Arrow."""
    thousands: str | None = None
    """Texts are then read as numbers, with this sign, or '', between their thousands."""

    @property
    def stored(self) -> Any:
        return self.dtype if self.thousands is None else pa.float64()


def is_settled(facts: ColumnFacts, *, hexadecimal: bool) -> bool:
    """Whether blocks in the types of their own tell all; else they are to be read as texts.

    ``hexadecimal``: such numbers may be among those of the file.
    """
    types = facts.types
    if types == _FLAGS or (hexadecimal and types == _NUMBERS):
        return False
    return not (pa.string() in types and types & _NUMBERS and facts.thousands)


def settled_type(facts: ColumnFacts, as_texts: ColumnFacts | None, wish: str | None) -> ReadAs:
    """``as_texts``: what is known of a column that was read as text, too."""
    known = as_texts or facts
    if wish is not None:
        return _numbers_in(known) if wish == "number" else ReadAs(pa.string())
    dtype = _common(facts, as_texts)
    if dtype in _NUMBERS and facts.leading_zero:
        return ReadAs(pa.string())
    if pa.string() in facts.types and facts.types <= {pa.string(), *_NUMBERS}:
        return _numbers_in(known)
    return ReadAs(dtype)


def _numbers_in(facts: ColumnFacts) -> ReadAs:
    sign = next(iter(facts.thousands or ()), None)
    return ReadAs(pa.string(), sign)


def _common(facts: ColumnFacts, as_texts: ColumnFacts | None) -> Any:
    types = facts.types
    if len(types) < 2:
        return next(iter(types), pa.null())
    if pa.binary() in types:
        return pa.binary()
    if types == _NUMBERS:
        return pa.string() if as_texts and as_texts.hexadecimal else pa.float64()
    if types == _FLAGS:
        return pa.bool_() if as_texts and as_texts.flags else pa.string()
    return _common_instant(types, beyond=facts.beyond_nanoseconds)


def _common_instant(types: Set[Any], *, beyond: bool) -> Any:
    """Dates are instants without a zone; all instants have a zone, or none has."""
    stamps = [dtype for dtype in types if pa.types.is_timestamp(dtype)]
    zones = {getattr(dtype, "tz", None) for dtype in types}
    if not stamps or len(zones) > 1 or types - {*stamps, pa.date32()}:
        return pa.string()
    if all(dtype.unit == "s" for dtype in stamps):
        return stamps[0]
    return pa.string() if beyond else pa.timestamp("ns", *zones)
