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
TAIL = 50
"""Largest distances from which a tail is continued; at most a twentieth of the sample."""
FEWEST = 3
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


def reach(ordered: Vector) -> tuple[float, float]:
    """The lowest and the highest value that are not gross, given an ascending sample."""
    middle = float(np.median(ordered))
    least = LEAST_REACH * float(ordered[-1] - ordered[0])
    below, above = max(middle - ordered[0], least), max(ordered[-1] - middle, least)
    return middle - GROSS * float(below), middle + GROSS * float(above)


def _surprise(known: Vector, other: Vector) -> float:
    """Of the values of ``other`` above all that ``known`` reaches; both ascending."""
    size = min(TAIL, len(known) // 20)
    limit, middle = reach(known)[1], float(np.median(known))
    gross = other[np.searchsorted(other, limit, side="right") :][::-1] - middle
    if len(gross) == 0 or size < FEWEST or limit == middle:
        return 1.0
    far = np.maximum(known[-size:] - middle, (limit - middle) / GROSS * LEAST_REACH)
    index = max(float(np.log(far / far[0]).mean()) * (1 + 2 / math.sqrt(size)), LIGHTEST)
    expected = math.log(len(other) * size / len(known)) - np.log(gross / far[0]) / index
    count = np.arange(1.0, len(gross) + 1)
    # At least k events where so many are expected: no more likely than expected^k / k!
    digits = count * expected - np.cumsum(np.log(count))
    return min(1.0, len(gross) * math.exp(min(float(digits.min()), 0.0)))
