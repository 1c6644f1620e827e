"""What is done to undo one mishap: to cells, and as the line of code that a person would write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import narwhals as nw

Series = nw.Series[Any]
Dialect = Literal["pandas", "polars"]
DIALECTS: tuple[Dialect, ...] = ("pandas", "polars")


class CannotRepairError(Exception):
    """A step that does not suit the cells it meets; the message says why, in a clause."""


@dataclass(frozen=True)
class Step(ABC):
    """Cells of one or more columns computed from those of the query.

    ``done`` and ``source`` say the same in two languages: a test holds them against each other.
    """

    column: str

    @property
    def columns(self) -> tuple[str, ...]:
        """That are computed anew; the first stands for the step."""
        return (self.column,)

    @property
    @abstractmethod
    def words(self) -> str:
        """What is done, in a clause: "divided by 2.54"."""

    @abstractmethod
    def done(self, cells: Mapping[str, Series]) -> dict[str, Series]:
        """The columns anew, out of those of the query; raises CannotRepairError."""

    @abstractmethod
    def source(self, dialect: Dialect) -> dict[str, str]:
        """The same as an expression for each column; ``query`` is the table."""


@dataclass(frozen=True)
class CellStep(Step):
    """A step that computes each cell of one column out of itself."""

    def done(self, cells: Mapping[str, Series]) -> dict[str, Series]:
        return {self.column: self.cells(cells[self.column])}

    def source(self, dialect: Dialect) -> dict[str, str]:
        return {self.column: self.expression(cell(self.column, dialect), dialect)}

    @abstractmethod
    def cells(self, values: Series) -> Series: ...

    @abstractmethod
    def expression(self, own: str, dialect: Dialect) -> str:
        """``own`` is the column as the dialect spells it."""


def cell(column: str, dialect: Dialect) -> str:
    """A column as an expression.

    >>> cell("age", "pandas"), cell("age", "polars")
    ('query["age"]', 'pl.col("age")')
    """
    return f"query[{quoted(column)}]" if dialect == "pandas" else f"pl.col({quoted(column)})"


def quoted(text: str) -> str:
    r"""A text as Python and people write it.

    >>> quoted("age"), quoted('5" pipe'), quoted("a\\nb")
    ('"age"', '\'5" pipe\'', '"a\\\\nb"')
    """
    plain = repr(text)
    if plain.startswith("'") and '"' not in text and "\\'" not in plain:
        return f'"{plain[1:-1]}"'
    return plain


def number(value: float) -> str:
    """A number as a person writes it.

    >>> number(2.54), number(32.0), number(-1e20), number(1 / 3)
    ('2.54', '32', '-1e+20', '0.3333333333333333')
    """
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def short(value: float) -> str:
    """A number in a sentence.

    >>> short(1586.2), short(1 / 3), short(-999.0), short(12345678.0)
    ('1586.2', '0.3333333', '-999', '12345678')
    """
    return number(value) if value == int(value) else f"{value:.7g}"
