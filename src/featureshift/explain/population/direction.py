"""In words, which rows of a driver are more or fewer: "more rows with age < 30: 18% -> 41%"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.levels import level_shares
from featureshift.explain.words import instant, number, percent, quoted
from featureshift.tables import Kind

Vector = NDArray[np.float64]

NONE_LEFT = 0.005
"""Share of the query below which a filter has taken all such rows."""
NAMED = 3
"""Levels that are listed."""
NEARLY = 0.95
"""Of the largest change: among cuts that are nearly as good, the roundest is told."""
EXACTLY = 0.999
TWICE = 1.25
"""By so much a stretch must have changed more than either end, to be told instead."""
FEW_VALUES = 12


def direction(column: ColumnPair) -> str:
    """The rows whose share changed most."""
    missing = column.missing[1] - column.missing[0]
    told = _levels(column) if column.categorical else _numbers(column)
    if told is None or abs(missing) > _size(told):
        return _changed(f"without {column.feature}", *column.missing)
    return told[0]


Told = tuple[str, float, float]
"""Words, share before, share after."""


def _size(told: Told) -> float:
    return abs(told[2] - told[1])


def _changed(which: str, before: float, after: float) -> str:
    """
    >>> _changed("with sex = 'male'", 0.48, 1.0), _changed("with age < 30", 0.4, 0.1)
    ("only rows with sex = 'male': 48% -> 100%", 'fewer rows with age < 30: 40% -> 10%')
    """
    how = "more" if after > before else "fewer"
    if after > 1 - NONE_LEFT:
        how = "only"
    elif after < NONE_LEFT:
        how = "no"
    return f"{how} rows {which}: {percent(before)} -> {percent(after)}"


def _levels(column: ColumnPair) -> Told | None:
    if min(len(column.before), len(column.after)) == 0:
        return None
    shares = level_shares(column)
    before, after = shares.reference, shares.query
    gone = list(shares.lost)
    left = np.flatnonzero(after > 0).tolist()
    if gone and len(left) <= NAMED:
        chosen = left
    elif gone and len(gone) <= NAMED:
        chosen = gone
    else:
        gain = int(np.argmax(shares.gain))
        loss = int(np.argmin(shares.gain))
        chosen = [gain if shares.gain[gain] >= -shares.gain[loss] else loss]
    first, second = float(before[chosen].sum()), float(after[chosen].sum())
    names = quoted([column.labels[level] for level in chosen], NAMED)
    return _changed(f"with {column.feature} = {names}", first, second), first, second


def _numbers(column: ColumnPair) -> Told | None:
    first, second = column.before, column.after
    if min(len(first), len(second)) == 0:
        return None
    values = np.unique(np.concatenate([first, second]))
    if len(values) <= FEW_VALUES and (told := _one_value(column, values)) is not None:
        return told
    # A cut lies between two values: those up to it are "at most" the lower one.
    below = [
        np.searchsorted(side, values[:-1], side="right") / len(side)
        for side in (column.before, column.after)
    ]
    gain = below[1] - below[0]
    best = int(np.argmax(np.abs(gain)))
    low, high = int(np.argmin(gain)), int(np.argmax(gain))
    if abs(gain[high] - gain[low]) > TWICE * abs(gain[best]) and gain[high] * gain[low] < 0:
        return _stretch(column, values[min(low, high)], values[max(low, high)])
    # Of a filter the end is known, of anything else a round number tells as much.
    filtered = not NONE_LEFT < below[1][best] < 1 - NONE_LEFT
    good = np.flatnonzero(np.abs(gain) >= (EXACTLY if filtered else NEARLY) * abs(gain[best]))
    cut = _roundest(float(values[good[0]]), float(values[good[-1] + 1]))
    return _side(column, cut, up=bool(gain[best] < 0))


def _one_value(column: ColumnPair, values: Vector) -> Told | None:
    """Of a column of few values, where one alone changed more than either end."""
    shares = [
        np.array([(side == value).mean() for value in values])
        for side in (column.before, column.after)
    ]
    gain = shares[1] - shares[0]
    ends = np.abs(np.cumsum(gain))[:-1].max() if len(values) > 1 else 0.0
    best = int(np.argmax(np.where(gain > 0, gain * TWICE, -gain)))
    if abs(gain[best]) < ends * NEARLY:
        return None
    before, after = float(shares[0][best]), float(shares[1][best])
    which = f"with {column.feature} = {_shown(column, float(values[best]))}"
    return _changed(which, before, after), before, after


def _side(column: ColumnPair, cut: float, *, up: bool) -> Told:
    shares = [
        float((side >= cut).mean() if up else (side < cut).mean())
        for side in (column.before, column.after)
    ]
    which = f"with {column.feature} {'>=' if up else '<'} {_shown(column, cut)}"
    return _changed(which, *shares), shares[0], shares[1]


def _stretch(column: ColumnPair, low: float, high: float) -> Told:
    """Above the lower and up to the higher value."""
    before, after = (
        float(((side > low) & (side <= high)).mean()) for side in (column.before, column.after)
    )
    name, ends = column.feature, [_shown(column, value) for value in (low, high)]
    which = f"with {ends[0]} < {name} <= {ends[1]}"
    if after < before:
        before, after = 1 - before, 1 - after
        which = f"with {name} <= {ends[0]} or > {ends[1]}"
    return _changed(which, before, after), before, after


def _shown(column: ColumnPair, value: float) -> str:
    return instant(value) if column.kind is Kind.DATETIME else number(value)


def _roundest(low: float, high: float) -> float:
    """The number with the fewest digits above ``low`` and up to ``high``.

    >>> _roundest(28.7, 31.2), _roundest(0.113, 0.1138), _roundest(1.0, 2.0)
    (30.0, 0.1135, 2.0)
    """
    if not high > low:
        return high
    for exponent in range(
        int(np.floor(np.log10(max(abs(low), abs(high), high - low)))) + 1, -300, -1
    ):
        for base in (5.0, 1.0):
            step = base * 10.0**exponent
            if step == 0:
                return high
            multiple = np.floor(high / step) * step
            if multiple > low:
                return float(f"{multiple:.12g}")
    return high
