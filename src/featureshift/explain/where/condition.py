"""A condition on rows, and how a sentence tells it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.evidence import Where
from featureshift.explain.words import instant, number, percent
from featureshift.tables import Kind

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Condition:
    """On the values of a column, or on places in the table, counted from 0."""

    op: str
    """"in" a few values, "above" or "up to" one, "between" two places, the second one excluded."""
    values: tuple[float, ...]

    def holds(self, values: NDArray[np.number]) -> NDArray[np.bool_]:
        """[rows]; not where the value is missing.

        >>> Condition("above", (2.0,)).holds(np.array([1.0, 3.0, np.nan])).tolist()
        [False, True, False]
        """
        if self.op == "in":
            return np.isin(values, self.values)
        if self.op == "above":
            return np.asarray(values > self.values[0])
        if self.op == "up to":
            return np.asarray(values <= self.values[0])
        return np.asarray((values >= self.values[0]) & (values < self.values[1]))


def told(condition: Condition, column: ColumnPair | None, share: float, n_rows: int) -> Where:
    """For a reader; ``column`` is None for a condition on the places of ``n_rows`` rows."""
    if column is None:
        first, last = int(condition.values[0]) + 1, int(min(condition.values[1], n_rows))
        share = (last - first + 1) / n_rows  # kept rows are a sample
        words = _stretch(first, last, n_rows, share)
        return Where(words, None, "rows", (first, last), share)
    shown = tuple(_shown(value, column) for value in condition.values)
    texts = [
        f"'{value}'" if isinstance(value, str) and column.categorical else str(value)
        for value in shown
    ]
    ops = {"in": "=" if len(shown) == 1 else "in", "above": ">", "up to": "<="}
    op = ops[condition.op]
    phrase = f"is {', '.join(texts[:-1])} or {texts[-1]}" if op == "in" else f"{op} {texts[0]}"
    words = f"only where {column.feature} {phrase} ({percent(share)} of the rows)"
    return Where(words, column.feature, op, _plain(condition, column), share)


def _plain(condition: Condition, column: ColumnPair) -> tuple[str | float | bool, ...]:
    if column.categorical:
        return tuple(column.labels[int(value)] for value in condition.values)
    if column.kind is Kind.BOOLEAN and condition.op == "in":
        return tuple(bool(value) for value in condition.values)
    return condition.values


def _shown(value: float, column: ColumnPair) -> str:
    if column.categorical:
        return column.labels[int(value)]
    if column.kind is Kind.BOOLEAN:
        return "true" if value else "false"
    return instant(value) if column.dated else number(value)


def _stretch(first: int, last: int, n_rows: int, share: float) -> str:
    if last == n_rows:
        return f"only in the last {percent(share)} of the rows (from row {first:,} on)"
    if first == 1:
        return f"only in the first {percent(share)} of the rows (up to row {last:,})"
    return f"only in rows {first:,} to {last:,} ({percent(share)} of the rows)"


MOST_DECADES = 290
"""Beyond, steps of a digit are no numbers in double precision."""


def roundest(low: float, high: float) -> float:
    """The number with the fewest digits that is at least ``low`` and below ``high``.

    >>> roundest(499.2, 500.7), roundest(8999, 9003), roundest(0.1, 0.3), roundest(-3.0, 2.0)
    (500.0, 9000.0, 0.2, 0.0)
    """
    if low <= 0 < high:
        return 0.0
    span = high - low
    if not (span > 0 and math.isfinite(span)):
        return low
    exponent = math.ceil(math.log10(max(abs(low), abs(high))))
    if abs(exponent) > MOST_DECADES:
        return low
    for digits in range(18):
        step = 10.0 ** (exponent - digits)
        for multiple in (5.0, 2.0, 1.0):
            found = round(math.ceil(low / (multiple * step)) * multiple * step, 12 - exponent)
            if low <= found < high:
                return found
    return low
