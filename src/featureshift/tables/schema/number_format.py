"""Numbers written for people: decimal commas, separators of thousands, currencies, percents, units.

A column is read by one format or not at all: cells that do not follow it have no number.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from featureshift.tables.kinds import Kind

NO_VALUE = frozenset(
    ("na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "--", ".", "?", "missing", "unknown")
)
"""Words for a missing cell, which make a column of numbers one of text."""
CURRENCIES = frozenset(
    (
        *(
            "EUR",
            "USD",
            "GBP",
            "CHF",
            "JPY",
            "CNY",
            "INR",
            "SEK",
            "NOK",
            "DKK",
            "PLN",
            "CZK",
            "HUF",
        ),
        *(
            "CAD",
            "AUD",
            "NZD",
            "BRL",
            "MXN",
            "ZAR",
            "KRW",
            "TRY",
            "ILS",
            "SGD",
            "HKD",
            "THB",
            "RUB",
        ),
        *("kr", "Kr", "zł", "Kč", "Ft", "Rs", "Rs.", "Fr.", "R$", "US$", "C$", "A$"),
    )
)
"""Letters before or after an amount; signs such as € are known by their class."""
LONGEST = 40
"""Characters of a number; a pattern with this many ways to match must not meet long texts."""
_MARKS = (
    (".", ""),
    (",", ""),
    (".", ","),
    (",", "."),
    (".", " "),
    (",", " "),
    (".", "'"),
    (",", "'"),
)
"""Decimal mark and separator of thousands, the plainest first."""
_CELL = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-+−]?)\s*(?P<prefix>[^\d\s.,'()+−-]+\.?|[A-Z]{1,2}\$)?\s*"
    r"(?P<inner>[-−]?)(?P<body>\d[\d.,' ]*|[.,]\d+)(?P<exponent>[eE][+-]?\d+)?"
    r"\s*(?P<suffix>[^\d\s.,'()][^\d()]{0,7})?\s*(?P<close>\))?"
)
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'"})
_UNIT = re.compile(r"[^\W\d_µ°]{1,6}|[µ°%‰]\w{0,3}|[\w°µ]{1,4}/[\w³²]{1,4}|\w{1,3}[²³]")


@dataclass(frozen=True)
class NumberFormat:
    """How all numbers of a column are written.

    >>> NumberFormat(",", ".", "EUR").parse("EUR 1.234,50")
    1234.5
    """

    decimal: str = "."
    thousands: str = ""
    prefix: str = ""
    suffix: str = ""
    factor: float = 1.0
    """0.01 where percents are compared with shares."""

    kind = Kind.NUMERIC

    @property
    def is_plain(self) -> bool:
        return self == NumberFormat()

    def parse(self, text: str) -> float:
        """The number, infinite where there is none and NaN where the text says so."""
        if text.strip().casefold() in NO_VALUE:
            return math.nan
        parts = _parts(text)
        if parts is None or (parts.prefix, parts.suffix) != (self.prefix, self.suffix):
            return math.inf
        body = _plain_digits(parts.body, self.decimal, self.thousands)
        return math.inf if body is None else parts.sign * float(body + parts.exponent) * self.factor

    @property
    def words(self) -> str:
        separators = {"": "", ".": "points", ",": "commas", " ": "spaces", "'": "apostrophes"}
        said = [
            *(["a decimal comma"] if self.decimal == "," else []),
            *([f"{separators[self.thousands]} between thousands"] if self.thousands else []),
            *([f"{self.prefix!r} before them"] if self.prefix else []),
            *([f"{self.suffix!r} after them"] if self.suffix else []),
        ]
        return "numbers" + (f" with {', '.join(said)}" if said else "")


@dataclass(frozen=True)
class _Parts:
    sign: float
    prefix: str
    body: str
    exponent: str
    suffix: str


def number_formats(texts: Sequence[str]) -> Iterator[NumberFormat]:
    """Formats that some of the texts may follow, by the most frequent affixes, plainest first."""
    found = [parts for text in texts if (parts := _parts(text)) is not None]
    if not found:
        return
    (prefix, suffix), _ = Counter((parts.prefix, parts.suffix) for parts in found).most_common(1)[0]
    for decimal, thousands in _MARKS:
        for factor in (1.0, 0.01) if suffix == "%" else (1.0,):
            yield NumberFormat(decimal, thousands, prefix, suffix, factor)


def _parts(text: str) -> _Parts | None:
    text = text.translate(_SPACES).strip()
    found = _CELL.fullmatch(text) if len(text) <= LONGEST else None
    if found is None or bool(found["open"]) != bool(found["close"]):
        return None
    signs = found["sign"] + found["inner"]
    prefix, suffix = found["prefix"] or "", (found["suffix"] or "").strip()
    trailing = suffix in ("-", "−")
    suffix = "" if trailing else suffix
    if (
        len(signs) > 1
        or not _is_currency(prefix)
        or not (_is_currency(suffix) or _UNIT.fullmatch(suffix))
    ):
        return None
    negative = bool(found["open"]) or trailing or signs in ("-", "−")
    body = found["body"].strip()
    return _Parts(-1.0 if negative else 1.0, prefix, body, found["exponent"] or "", suffix)


def _is_currency(text: str) -> bool:
    """Also of nothing at all."""
    return text in CURRENCIES or all(unicodedata.category(letter) == "Sc" for letter in text)


def _plain_digits(body: str, decimal: str, thousands: str) -> str | None:
    whole, mark, fraction = body.partition(decimal)
    if not fraction.isdecimal() and (mark or fraction):
        return None
    if thousands and thousands in whole:
        first, *groups = whole.split(thousands)
        if not 1 <= len(first) <= 3 or any(len(group) != 3 for group in groups):
            return None
        whole = first + "".join(groups)
    if not (whole.isdecimal() or (not whole and fraction)):
        return None
    return f"{whole or '0'}.{fraction or '0'}"
