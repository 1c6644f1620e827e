"""Gross outliers: a few values so far out that the other sample has nothing like them.

They leave every share up to a value as it was, so that no distance of distributions shows them.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

GROSS = 2.0
"""Times as far from the median as the farthest value of the other sample."""
FAR = 1.5
"""The same for a value that is counted among gross ones, where there are any."""
TAIL = 50
"""Largest distances from which a tail is continued; at most a twentieth of the sample."""
FEWEST = 3
LOWEST = 0.05
"""Share of a sample that is its tail: values farther away than this is long are lonely."""
LEAST_REACH = 0.05
"""Of the whole range: where the median is the lowest value, nothing lies below it."""
LIGHTEST = 0.1
"""Index of the lightest tail that is believed in: a normal one has about 0.15 here."""


def tail_chance(first: Vector, second: Vector) -> float:
    """Chance of the gross values that one of two ascending samples has, were both alike.

    The tail of the other one is continued by a power law, at least as heavy as it looks, so that
    the next record of an income is no surprise and a thousandfold one is.

    >>> few = np.arange(1000.0)
    >>> tail_chance(few, few + 100.0)
    1.0
    >>> tail_chance(few, np.append(few, [1e6, 2e6])) < 1e-6
    True
    """
    if min(len(first), len(second)) == 0:
        return 1.0
    ways = [
        _surprise(np.sort(sign * a), np.sort(sign * b))
        for a, b in ((first, second), (second, first))
        for sign in (1.0, -1.0)
    ]
    return min(1.0, len(ways) * min(ways))


def lonely_chance(first: Vector, second: Vector) -> float:
    """Chance of equal values far from all others in one of two ascending samples, were both alike.

    The outermost of all rows are in one sample as coins fall; that they are equal besides is no
    more likely than that as many rows agree in the most frequent value.

    >>> few = np.arange(1000.0)
    >>> lonely_chance(few, np.append([-999.0] * 4, few)) < 1e-9, lonely_chance(few, few)
    (True, 1.0)
    """
    if min(len(first), len(second)) == 0:
        return 1.0
    ways = [
        _lonely(sign * known[::step], sign * other[::step])
        for known, other in ((first, second), (second, first))
        for sign, step in ((1.0, 1), (-1.0, -1))
    ]
    return min(1.0, len(ways) * min(ways))


def _lonely(known: Vector, other: Vector) -> float:
    """Of values of ``other`` below all else; both ascending."""
    lowest = float(other[0])
    m = int(np.searchsorted(other, lowest, side="right"))
    tail = float(known[int(LOWEST * len(known))] - known[0])
    nearest = min(float(known[0]), float(other[m])) if m < len(other) else lowest
    if nearest - lowest <= max(tail, 0.0):
        return 1.0
    usual = float(np.unique(known, return_counts=True)[1].max() / len(known))
    share = len(other) / (len(known) + len(other))
    return float(share**m * usual ** (m - 1))


def reach(ordered: Vector) -> tuple[float, float]:
    """The lowest and the highest value that are not gross, given an ascending sample."""
    middle = float(np.median(ordered))
    least = LEAST_REACH * float(ordered[-1] - ordered[0])
    below, above = max(middle - ordered[0], least), max(ordered[-1] - middle, least)
    return middle - GROSS * float(below), middle + GROSS * float(above)


def far_values(ordered: Vector, limits: tuple[float, float], others: Vector) -> Vector:
    """Of ``others``, ascending, those far beyond the range of a sample, where any is gross.

    ``limits`` are the exact ends of that range, of which ``ordered`` may be a sample. By chance a
    few values of any other sample lie outside, but not far.

    >>> far_values(np.arange(11.0), (0.0, 10.0), np.array([5.0, 11.0, 14.0, 99.0]))
    array([14., 99.])
    """
    low, high = reach(ordered)
    middle = float(np.median(ordered))
    nearest, farthest = (middle + FAR * (limit - middle) for limit in limits)
    below = others[others < min(nearest, limits[0])] if others[0] < low else others[:0]
    above = others[others > max(farthest, limits[1])] if others[-1] > high else others[:0]
    return np.concatenate([below, above])


def _surprise(known: Vector, other: Vector) -> float:
    """Of the values of ``other`` above all that ``known`` reaches; both ascending."""
    size = min(TAIL, len(known) // 20)
    limit, middle = reach(known)[1], float(np.median(known))
    # Of a longer sample as many values as of this one: a tail is not known farther than that.
    step = math.ceil(len(other) / len(known))
    other = other[::-1][step // 2 :: step]
    gross = other[other > limit] - middle
    if len(gross) == 0 or size < FEWEST or limit == middle:
        return 1.0
    far = known[-size:] - middle
    far = far[far > 0] if far[-1] > 0 else np.full(size, (limit - middle) / GROSS)
    error = 2 / math.sqrt(len(far))
    index = max(float(np.log(far / far[0]).mean()) * (1 + error), LIGHTEST)
    # The farthest value may be less far than it should: as often as three in its place.
    expected = np.maximum(
        math.log(len(far)) - np.log(gross / far[0]) / index,
        math.log(3) - np.log(gross / far[-1]) / index,
    ) + math.log(len(other) / len(known))
    count = np.arange(1.0, len(gross) + 1)
    # At least k events where so many are expected: no more likely than expected^k / k!
    digits = count * expected - np.cumsum(np.log(count))
    return min(1.0, len(gross) * math.exp(min(float(digits.min()), 0.0)))
