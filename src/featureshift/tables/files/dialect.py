"""How a delimited text is written: separator, decimal sign, encoding, quotes, header."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from featureshift.errors import OptionError

_NAMES = {"\t": "a tab", " ": "a space", "\u00a0": "a hard space", "\u202f": "a narrow space"}


@dataclass(frozen=True)
class Dialect:
    """Of one file. None stands for what the file itself shows.

    >>> Dialect(separator=";", decimal=",").in_words()
    "';' between fields, a decimal comma"
    """

    separator: str | None = None
    """Between fields: one character."""
    decimal: str | None = None
    """The decimal sign of numbers: '.' or ','."""
    thousands: str | None = None
    """Between the thousands of numbers: one character, or '' where there is none."""
    encoding: str | None = None
    """As Python names it, such as 'utf-8', 'windows-1252' or 'utf-16'."""
    quote: str | None = None
    """Around texts that hold separators: one character, or '' where there is none."""
    header: bool | None = None
    """Whether the first line holds the names of the columns."""

    def __post_init__(self) -> None:
        _check("separator", self.separator, _is_sign(self.separator), "one ASCII character")
        _check("quote", self.quote, _is_sign(self.quote) or self.quote == "", "one, or nothing")
        short = isinstance(self.thousands, str) and len(self.thousands) < 2
        _check("thousands", self.thousands, short, "one character, or nothing")
        if self.decimal not in (None, ".", ","):
            raise OptionError(
                "decimal is no decimal sign", expected="'.' or ','", found=self.decimal
            )
        signs = [s for s in (self.separator, self.decimal, self.quote) if s]
        if len(set(signs)) < len(signs) or (self.thousands and self.thousands == self.decimal):
            raise OptionError(
                "one character has two meanings",
                expected="separator, decimal sign, thousands and quote that differ",
                found=repr(self),
            )
        if self.encoding is not None and not _is_encoding(self.encoding):
            raise OptionError(
                "unknown encoding",
                expected="an encoding of Python, such as 'utf-8' or 'windows-1252'",
                found=repr(self.encoding),
            )
        if self.header not in (None, True, False):
            raise OptionError("header is no yes or no", found=repr(self.header))

    def in_words(self) -> str:
        """What differs from the plain dialect; nothing if nothing does."""
        said = []
        if self.separator not in (None, ","):
            said.append(f"{sign(self.separator)} between fields")
        if self.decimal == ",":
            said.append("a decimal comma")
        if self.thousands:
            said.append(f"{sign(self.thousands)} between thousands")
        if self.quote not in (None, '"'):
            said.append(f"{sign(self.quote)} around texts" if self.quote else "no quotes")
        if self.encoding not in (None, "utf-8"):
            said.append(f"the encoding {self.encoding}")
        if self.header is False:
            said.append("no header: columns are called x0, x1 and so on")
        return ", ".join(said)


def sign(character: str) -> str:
    return _NAMES.get(character, repr(character))


def _check(name: str, value: object, is_right: bool, expected: str) -> None:
    if value is not None and not is_right:
        raise OptionError(f"{name} cannot be {value!r}", expected=expected)


def _is_sign(value: object) -> bool:
    one = isinstance(value, str) and len(value) == 1 and value.isascii()
    return one and value not in ("\n", "\r")


def _is_encoding(name: object) -> bool:
    try:
        return isinstance(name, str) and bool(codecs.lookup(name)._is_text_encoding)
    except (LookupError, ValueError):
        return False
