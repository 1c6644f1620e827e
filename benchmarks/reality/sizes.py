"""Numbers that differ from run to run."""

from __future__ import annotations

import math
from typing import NamedTuple

from numpy.random import Generator


class Rows(NamedTuple):
    reference: int
    query: int

    @property
    def both(self) -> int:
        return self.reference + self.query


def log_uniform(rng: Generator, low: float, high: float) -> float:
    """As often between 1 and 10 as between 10 and 100."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def count(rng: Generator, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, small ones more often."""
    return min(high, int(log_uniform(rng, low, high + 1)))


def draw_rows(rng: Generator, low: int = 200, high: int = 20_000) -> Rows:
    """Rows of two tables, neither much longer than the other."""
    reference = count(rng, low, high)
    query = int(reference * log_uniform(rng, 0.3, 3.0))
    return Rows(reference, min(max(query, low), high))
