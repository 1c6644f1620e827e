"""What a cell of a delimited text looks like: a number, a date, a code with leading zeros."""

from __future__ import annotations

import re
from functools import cache

GROUP_SIGNS = {".": ",'\u00a0\u202f ", ",": ".'\u00a0\u202f "}
"""Decimal sign -> what may stand between thousands."""
LEADING_ZERO = r"^\s*0[0-9]"
"""A cell that begins so is no number: a code that would lose its zeros."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?")
_WORDS = {"", "na", "n/a", "nan", "null", "none", "true", "false", "inf", "-inf"}


def number_pattern(decimal: str) -> str:
    """A regular expression of numbers without leading zeros.

    >>> bool(re.fullmatch(number_pattern(","), "-1,5e3"))
    True
    >>> bool(re.fullmatch(number_pattern("."), "007"))
    False
    """
    point = re.escape(decimal)
    return rf"[+-]?((0|[1-9][0-9]*)({point}[0-9]*)?|{point}[0-9]+)([eE][+-]?[0-9]+)?"


def grouped_pattern(decimal: str, thousands: str) -> str:
    """A regular expression of numbers whose thousands are set off, as in 1.234,50.

    >>> bool(re.fullmatch(grouped_pattern(",", "."), "1.234,50"))
    True
    """
    group = re.escape(thousands)
    return rf"[+-]?[1-9][0-9]{{0,2}}({group}[0-9]{{3}})+({re.escape(decimal)}[0-9]+)?"


def is_number(cell: str, decimal: str) -> bool:
    return bool(_numbers(decimal).fullmatch(cell.strip()))


def is_typed(cell: str) -> bool:
    """Whether a cell is more than a text: missing, a number of either decimal sign, a date.

    >>> [is_typed(cell) for cell in ("", "1,5", "2024-01-31", "5;2")]
    [True, True, True, False]
    """
    cell = cell.strip()
    either = is_number(cell, ".") or is_number(cell, ",")
    return either or cell.lower() in _WORDS or bool(_DATE.fullmatch(cell))


@cache
def _numbers(decimal: str) -> re.Pattern[str]:
    plain = number_pattern(decimal)
    grouped = "|".join(grouped_pattern(decimal, sign) for sign in GROUP_SIGNS[decimal])
    return re.compile(f"{plain}|{grouped}")
