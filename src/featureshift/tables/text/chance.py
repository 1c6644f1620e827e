"""How likely a difference between two samples of texts is, if both are of one kind."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.text.sample import TextSample

Vector = NDArray[np.float64]

MOST_COUNTED = 10_000
"""Rows beyond which a share is not known better."""


def share_chance(reference: float, n: float, query: float, m: float) -> float:
    """Of two shares of so many texts at least this far apart (Fisher's exact test, two-sided).

    >>> share_chance(0.5, 100, 0.5, 100), share_chance(0.0, 30, 1.0, 30) < 1e-15
    (1.0, True)
    """
    n_first, n_second = (max(round(min(size, MOST_COUNTED)), 1) for size in (n, m))
    first, second = round(reference * n_first), round(query * n_second)
    drawn = first + second
    ways = np.arange(max(0, drawn - n_second), min(drawn, n_first) + 1)
    logs = np.append(0.0, np.cumsum(np.log(np.arange(1, n_first + n_second + 1))))
    density = np.exp(
        _choices(logs, n_first, ways)
        + _choices(logs, n_second, drawn - ways)
        - _choices(logs, n_first + n_second, np.array([drawn]))
    )
    tails = density[ways <= first].sum(), density[ways >= first].sum()
    return min(1.0, 2 * float(min(tails)))


def _choices(logs: Vector, n: int, k: NDArray[np.int64]) -> Vector:
    """Log of the ways to choose k out of n."""
    return np.asarray(logs[n] - logs[k] - logs[n - k])


def number_chance(reference: TextSample, own: Vector, query: TextSample, other: Vector) -> float:
    """Of numbers [texts] whose distributions are at least this far apart (Kolmogorov, Smirnov)."""
    if min(len(own), len(other)) == 0:
        return 1.0
    values = np.unique(np.concatenate([own, other]))
    up_to = [_cumulated(values, n, s) for n, s in ((own, reference), (other, query))]
    distance = float(np.abs(up_to[0] - up_to[1]).max())
    n, m = reference.effective, query.effective
    root = math.sqrt(n * m / (n + m))
    x = (root + 0.12 + 0.11 / root) * distance
    if x < 0.3:
        return 1.0
    terms = ((2.0 if k % 2 else -2.0) * math.exp(-2 * (k * x) ** 2) for k in range(1, 20))
    return min(max(sum(terms), 0.0), 1.0)


def _cumulated(values: Vector, numbers: Vector, sample: TextSample) -> Vector:
    """Share of the rows up to each of some ascending values."""
    rows = np.bincount(np.searchsorted(values, numbers), sample.counts, len(values))
    return np.asarray(rows.cumsum() / rows.sum())
