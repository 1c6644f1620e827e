"""Another unit, an offset, the wrong sign: a multiple of what was there, plus a number."""

from __future__ import annotations

from dataclasses import dataclass

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.repair.dated import Postpone
from featureshift.repair.step import (
    CannotRepairError,
    CellStep,
    Dialect,
    Series,
    cell,
    number,
    quoted,
    short,
)

DIGITS = 9
"""Of a factor whose inverse is written with so few, the inverse is the number that people know."""


@dataclass(frozen=True)
class Rescale(CellStep):
    """(value - offset) / factor, with as many digits as the reference has."""

    factor: float
    offset: float
    decimals: int | None
    estimated: bool = False
    """Whether the offset is known but roughly."""

    @property
    def words(self) -> str:
        parts = []
        if self.factor == -1.0:
            sign = "sign flipped" if self.offset == 0 else f"taken from {short(self.offset)}"
            return sign + self._rounded_words
        if self.offset:
            verb = "subtracted" if self.offset > 0 else "added"
            about = "about " if self.estimated else ""
            parts.append(f"{about}{short(abs(self.offset))} {verb}")
        if self.factor != 1.0:
            times = multiplier(self.factor)
            parts.append(
                f"divided by {short(self.factor)}"
                if times is None
                else f"multiplied by {short(times)}"
            )
        return ", then ".join(parts) + self._rounded_words

    @property
    def _rounded_words(self) -> str:
        if self.decimals is None:
            return ""
        digits = f"{self.decimals} digit{'s' if self.decimals > 1 else ''}"
        digits = "whole numbers" if self.decimals == 0 else digits
        return f" (rounded to {digits}, as the reference is)"

    def cells(self, values: Series) -> Series:
        dtype = values.dtype
        if not dtype.is_numeric():
            raise CannotRepairError(f"the column holds no numbers but {dtype}")
        if self.factor == -1.0:
            found = self.offset - values if self.offset else -1 * values
        else:
            found = values - self.offset if self.offset else values
            times = multiplier(self.factor)
            if times is not None:
                found = found * times
            elif self.factor != 1.0:
                found = found / self.factor
        if self.decimals is not None:
            found = found.round(self.decimals)
        keeps = dtype.is_float() or (dtype.is_integer() and self.decimals == 0)
        return found.cast(dtype) if keeps and found.dtype != dtype else found

    def expression(self, own: str, dialect: Dialect) -> str:
        if self.factor == -1.0:
            text = f"{number(self.offset)} - {own}" if self.offset else f"-1 * {own}"
        else:
            sign = "-" if self.offset > 0 else "+"
            text = f"{own} {sign} {number(abs(self.offset))}" if self.offset else own
            times = multiplier(self.factor)
            inner = f"({text})" if self.offset and self.factor != 1.0 else text
            if times is not None:
                text = f"{inner} * {number(times)}"
            elif self.factor != 1.0:
                text = f"{inner} / {number(self.factor)}"
        if self.decimals is None:
            return text
        text = f"({text}).round({self.decimals})"
        if self.decimals:
            return text
        if dialect == "pandas":
            return f"{text}.astype({cell(self.column, dialect)}.dtype)"
        return f"{text}.cast(query.schema[{quoted(self.column)}])"


def multiplier(factor: float) -> float | None:
    """What to multiply with, where that is a rounder number than what to divide by.

    >>> multiplier(1 / 0.45359237), multiplier(2.54), multiplier(0.001)
    (0.45359237, None, 1000.0)
    """
    inverse = float(f"{1 / factor:.{DIGITS}g}")
    exact = abs(inverse * factor - 1) < 1e-14
    shorter = len(number(inverse)) < len(number(factor))
    return inverse if exact and shorter else None


def from_scale(column: ColumnExplanation, _: Explanation) -> Rescale:
    numbers = column.diagnoses[0].numbers
    factor, offset = numbers["factor"], numbers.get("offset", 0.0)
    return Rescale(column.feature, factor, offset, column.decimals)


def from_offset(column: ColumnExplanation, _: Explanation) -> Rescale | Postpone | str:
    numbers = column.diagnoses[0].numbers
    if "seconds" in numbers:
        return Postpone(column.feature, numbers["seconds"])
    estimated = "least" in numbers
    if estimated and numbers["least"] < 0 < numbers["most"]:
        return "whether the offset is above or below 0 is not known"
    return Rescale(column.feature, 1.0, numbers["offset"], column.decimals, estimated)


def from_reflection(column: ColumnExplanation, _: Explanation) -> Rescale:
    total = 2 * column.diagnoses[0].numbers["center"]
    return Rescale(column.feature, -1.0, total, column.decimals if total else None)
