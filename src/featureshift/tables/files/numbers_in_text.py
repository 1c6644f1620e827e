"""Numbers that Arrow takes for texts, and codes that it takes for numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from featureshift.tables.files.cells import GROUP_SIGNS, grouped_pattern, number_pattern

GLANCE = 64
"""Cells that turn most texts down."""
_BLOCK = 1 << 23


class Reading(NamedTuple):
    """Texts as numbers."""

    numbers: Any
    sign: str
    """May stand between thousands; '' if nothing may."""
    occurs: bool


def parsed_numbers(texts: Any, decimal: str, thousands: str | None) -> tuple[Any, str] | None:
    """A column of texts as numbers, if all of them are; and what sets off their thousands, if any.

    ``thousands`` is None where any sign may do that.

    >>> numbers, sign = parsed_numbers(pa.chunked_array([["1.234,5", "7", None]]), ",", None)
    >>> numbers.to_pylist(), sign
    ([1234.5, 7.0, None], '.')
    """
    for numbers, sign, occurs in readings(texts, decimal, thousands):
        return numbers, sign if occurs else ""
    return None


def readings(texts: Any, decimal: str, thousands: str | None) -> Iterator[Reading]:
    """All ways in which all texts are numbers."""
    for sign in GROUP_SIGNS[decimal] if thousands is None else [thousands]:
        grouped = f"|{grouped_pattern(decimal, sign)}" if sign else ""
        pattern = f"^({number_pattern(decimal)}{grouped})$"
        if _all_match(texts.slice(0, GLANCE), pattern) and _all_match(texts, pattern):
            occurs = bool(sign) and pc.any(pc.match_substring(texts, sign)).as_py()
            yield Reading(as_numbers(texts, decimal, sign), sign, bool(occurs))


def _all_match(texts: Any, pattern: str) -> bool:
    return pc.all(pc.match_substring_regex(texts, pattern)).as_py() is not False


def as_numbers(texts: Any, decimal: str, thousands: str) -> Any:
    """Texts that are known to be numbers."""
    plain = pc.replace_substring(texts, thousands, "") if thousands else texts
    return pc.replace_substring(plain, decimal, ".").cast(pa.float64())


def has_leading_zeros(stream: Any, separator: str, quote: str) -> bool:
    """Whether some cell may begin with a zero and a digit; a glance at all bytes of the text."""
    begins = np.zeros(256, bool)
    begins[[*f"\r\n {separator}{quote}".encode()]] = True
    kept = b"\n"  # the first cell, and what a cut may have parted
    for block in _blocks(stream):
        codes = np.frombuffer(kept + block, np.uint8)
        zeros = np.flatnonzero(codes[1:-1] == ord("0")) + 1
        zeros = zeros[begins[codes[zeros - 1]]]
        if ((codes[zeros + 1] >= ord("0")) & (codes[zeros + 1] <= ord("9"))).any():
            return True
        kept = (kept + block)[-2:]
    return False


def _blocks(stream: Any) -> Iterator[bytes]:
    while block := stream.read(_BLOCK):
        yield block
