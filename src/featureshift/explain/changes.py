"""The numbers of a column that changed, most telling first."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.dates.calendar import clock, weekday
from featureshift.explain.evidence import Change
from featureshift.explain.levels import level_shares

MOST_CHANGES = 6
CLEARLY = 3.0
"""Standard errors."""
PERCENTILES = ((0.05, "5th percentile"), (0.5, "median"), (0.95, "95th percentile"))

Vector = NDArray[np.float64]


def changes(column: ColumnPair) -> tuple[Change, ...]:
    """Those beyond chance; of a column without any, mean or largest share, so that one sees it."""
    found = [*_missing(column), *(_shares(column) if column.categorical else _numbers(column))]
    if column.dated:
        found += _calendar(column)
    finite = [pair for pair in found if math.isfinite(pair[0] + pair[1].reference + pair[1].query)]
    ranked = sorted(finite, key=lambda pair: -pair[0])
    clear = [change for size, change in ranked if size > CLEARLY]
    return tuple(clear[:MOST_CHANGES] or [change for _, change in ranked[:1]])


Sized = tuple[float, Change]


def _missing(column: ColumnPair) -> Iterator[Sized]:
    before, after = column.missing
    if before or after:
        size = _share_size(before, after, len(column.reference), len(column.query))
        yield size, Change("missing cells", before, after, share=True)


def _shares(column: ColumnPair) -> Iterator[Sized]:
    shares = level_shares(column)
    for level, label in enumerate(column.labels):
        before, after = float(shares.reference[level]), float(shares.query[level])
        size = _share_size(before, after, len(column.before), len(column.after))
        yield size, Change(f"share of '{label}'", before, after, share=True)


def _share_size(before: float, after: float, n: int, m: int) -> float:
    pooled = (before * n + after * m + 1) / (n + m + 2)
    return abs(after - before) / math.sqrt(pooled * (1 - pooled) * (1 / max(n, 1) + 1 / max(m, 1)))


def _numbers(column: ColumnPair) -> Iterator[Sized]:
    first, second = column.before, column.after
    if min(len(first), len(second)) == 0:
        return
    unit, width = ("instant", "duration") if column.dated else ("number", "number")
    means = float(first.mean()), float(second.mean())
    yield _mean_size(first, second), Change("mean", *means, unit=unit)
    spread = float(first.std()), float(second.std())
    size = _mean_size((first - first.mean()) ** 2, (second - second.mean()) ** 2)
    yield size, Change("standard deviation", *spread, unit=width)
    for share, name in PERCENTILES:
        a, b = np.quantile(first, share), np.quantile(second, share)
        crossed = np.searchsorted(second, a, side="right"), np.searchsorted(second, a)
        rank = float(np.clip(share, crossed[1] / len(second), crossed[0] / len(second)))
        error = math.sqrt(share * (1 - share) * (1 / len(first) + 1 / len(second)))
        yield abs(rank - share) / error, Change(name, float(a), float(b), unit=unit)
    for name, at in (("smallest value", 0), ("largest value", -1)):
        beyond = (second < first[0]) if at == 0 else (second > first[-1])
        size = float(beyond.mean()) * math.sqrt(len(second))
        yield size, Change(name, float(first[at]), float(second[at]), unit=unit)
    yield from _distinct(first, second)


def _mean_size(first: Vector, second: Vector) -> float:
    error = math.sqrt(first.var() / len(first) + second.var() / len(second))
    return abs(float(first.mean() - second.mean())) / max(error, 1e-300)


def _distinct(first: Vector, second: Vector) -> Iterator[Sized]:
    """New values, and how many there are at all, of two samples brought to one length."""
    n = min(len(first), len(second))
    few = [side[np.linspace(0, len(side) - 1, n).astype(int)] for side in (first, second)]
    own, other = (float(len(np.unique(side))) for side in few)
    size = abs(own - other) / math.sqrt(max(own, other))
    yield size, Change("distinct values", own, other, unit="count")


def _calendar(column: ColumnPair) -> Iterator[Sized]:
    """What a calendar and a clock show of dates."""
    if min(len(column.before), len(column.after)) == 0:
        return
    times = clock(column.before), clock(column.after)
    traits = {
        "dates at midnight": tuple(side == 0 for side in times),
        "dates on weekends": tuple(weekday(side) > 4 for side in (column.before, column.after)),
    }
    for name, (own, other) in traits.items():
        before, after = float(own.mean()), float(other.mean())
        size = _share_size(before, after, len(own), len(other))
        yield size, Change(name, before, after, share=True)
    middle = float(np.median(times[0])), float(np.median(times[1]))
    if any(middle):
        yield _mean_size(*times), Change("median time of day", *middle, unit="time of day")
