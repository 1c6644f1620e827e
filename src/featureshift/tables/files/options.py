"""How one table is to be read, where that is not left to the table itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from featureshift.errors import OptionError, UnknownNameError
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.typed import TYPES


@dataclass(frozen=True)
class ReadOptions:
    """Options of one table.

    >>> ReadOptions(types={"zip": "txt"})
    Traceback (most recent call last):
    featureshift.errors.UnknownNameError: unknown type 'txt'
      expected: one of: boolean, date, number, text
      remedy: did you mean 'text'?
    """

    dialect: Dialect = field(default_factory=Dialect)
    """Of a delimited text; what is None is sniffed."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Column, or a glob of columns -> a key of ``TYPES``."""
    sheet: str | None = None
    """Of a workbook; None for its first."""

    def __post_init__(self) -> None:
        for column, name in self.types.items():
            if not isinstance(name, str):
                raise OptionError(f"the type of {column!r} is no text", found=repr(name))
            if name not in TYPES:
                raise UnknownNameError("type", name, TYPES)
