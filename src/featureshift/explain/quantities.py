"""Small measurements that several rules share: quantiles, grids, heaps of equal values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.tails import far_values

Vector = NDArray[np.float64]

COARSENED = 1.5
COARSER = 1.5
"""So many times fewer distinct values than before are a coarser grid."""
FEWEST_EQUAL = 3
"""Equal values that are no coincidence, outside of a range."""
MOST_EQUAL = 0.8
MOST_DECIMALS = 4
LEVELS = np.linspace(0.02, 0.98, 49)


def quantiles(column: ColumnPair) -> tuple[Vector, Vector]:
    """Of reference and query, at the same shares; actual values, never between two."""
    before, after = (
        np.quantile(values, LEVELS, method="inverted_cdf")
        for values in (column.before, column.after)
    )
    return before, after


def grid_step(ordered: Vector, least: float | None = None) -> float | None:
    """The largest decimal step (1, 2, 2.5 or 5 times a power of ten) that all values are on.

    None below ``least``, by default five decades finer than the range.

    >>> grid_step(np.array([36.5, 37.0, 38.5])), grid_step(np.array([1.0, 7.0, 12.0]))
    (0.5, 1.0)
    >>> grid_step(np.array([0.123456789, 2.0])) is None
    True
    """
    if len(ordered) == 0 or ordered[0] == ordered[-1]:
        return None
    values = np.unique(ordered)
    span = values[-1] - values[0]
    if not np.isfinite(span):
        return None
    few = values[np.linspace(0, len(values) - 1, min(len(values), 64)).astype(int)]
    top = int(np.floor(np.log10(span)))
    bottom = top - 5 if least is None else int(np.floor(np.log10(least)))
    for exponent in range(top, bottom, -1):
        for base in (5.0, 2.5, 2.0, 1.0):
            step = base * 10.0**exponent
            if _on_grid(few, step) and _on_grid(values, step):
                return step
    return None


def decimals(values: Vector) -> int | None:
    """Digits after the point that all values have at most; None for more than MOST_DECIMALS.

    >>> [decimals(np.array(values)) for values in ([36.5, 37.25], [1.0, 7.0], [1 / 3])]
    [2, 0, None]
    """
    for digits in range(MOST_DECIMALS + 1):
        cells = values * 10.0**digits
        if (np.abs(cells - np.round(cells)) < 1e-4).all():
            return digits
    return None


def _on_grid(values: Vector, step: float) -> bool:
    cells = values / step
    # Single precision has 7 digits, and some were spent on the value itself.
    slack = np.maximum(1e-4, np.abs(cells) * 2e-7)
    return bool((np.abs(cells - np.round(cells)) < slack).all())


class Landmarks(NamedTuple):
    """Places of a sample that a change of all its values carries along."""

    low: float
    middle: float
    high: float
    heap: float
    """The most frequent value, where one clearly is."""
    gap: float
    """Between neighboring values of a grid."""


def landmarks(ordered: Vector) -> Landmarks:
    values, counts = np.unique(ordered, return_counts=True)
    most = int(counts.argmax())
    clear = counts[most] > 2 * np.sqrt(len(ordered)) and (counts == counts[most]).sum() == 1
    gap = float(np.diff(values).min()) if 1 < len(values) < 0.5 * len(ordered) else np.nan
    return Landmarks(
        float(values[0]),
        float(np.median(ordered)),
        float(values[-1]),
        float(values[most]) if clear else np.nan,
        gap,
    )


class Snapped(NamedTuple):
    values: Vector
    parameters: float
    """What it costs to have assumed a rounding besides."""


def snapped(values: Vector, column: ColumnPair) -> Snapped:
    """Rounded as the query is, if it is: a converted value is often rounded again."""
    step = grid_step(column.after)
    if step is None:
        return Snapped(values, 0.0)
    rounded = np.round(values / step) * step
    return Snapped(rounded, COARSENED if is_coarser(column) else 0.0)


def is_coarser(column: ColumnPair) -> bool:
    """Whether the query has far fewer distinct values than the reference, where both have any."""
    if len(column.before) == 0 or len(column.after) < 2:
        return False
    low, high = column.after[0], column.after[-1]
    inside = column.before[(column.before >= low) & (column.before <= high)]
    had, has = len(np.unique(inside)), len(np.unique(column.after))
    return has < had * min(1.0, len(column.after) / max(len(inside), 1)) / COARSER


class Heap(NamedTuple):
    """One value that holds more rows than before."""

    value: float
    share: float
    """Of the query's present values, beyond what would be there anyway."""
    before: float
    """Share in the reference."""


def heaps(column: ColumnPair, most: int = 2) -> list[Heap]:
    """Values whose share grew beyond chance, the largest growth first."""
    if len(column.before) == 0 or len(column.after) == 0:
        return []
    values, counts = np.unique(column.after, return_counts=True)
    largest = np.argsort(-counts, kind="stable")[: most + 6]
    found = []
    for value, count in zip(values[largest].tolist(), counts[largest].tolist(), strict=True):
        low, high = np.searchsorted(column.before, [value, np.nextafter(value, np.inf)])
        share, before = count / len(column.after), (high - low) / len(column.before)
        error = np.sqrt((share * (1 - share) + before) / min(len(column.before), len(column.after)))
        if share - before > max(4 * error, 0.01):
            found.append(Heap(value, (share - before) / (1 - before), before))
    return sorted(found, key=lambda heap: -heap.share)[:most]


def rare_heaps(column: ColumnPair) -> list[Heap]:
    """The one value outside the reference's range, above or below, that most cells there hold."""
    if column.categorical or min(len(column.before), len(column.after)) == 0:
        return []
    low, high = column.ranges[0]
    far = far_values(column.before, column.ranges[0], column.after)
    sides = column.after[column.after < low], column.after[column.after > high]
    for out in (far, *sides):
        values, counts = np.unique(out, return_counts=True)
        if len(values) and counts.max() >= max(FEWEST_EQUAL, MOST_EQUAL * len(out)):
            return [Heap(float(values[counts.argmax()]), counts.max() / len(column.after), 0.0)]
    return []
