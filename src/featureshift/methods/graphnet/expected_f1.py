"""The cut of honest probabilities that promises the highest F1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LEAST = 1 / 3
"""No cut is lower: flags that are mostly wrong help nobody, whatever their F1."""


def best_cut(probabilities: NDArray[np.float64]) -> float:
    """Half of the highest F1 a choice of features can expect, and no less than ``LEAST``.

    The ``k`` likeliest of features expect an F1 of about ``2 sum(p of these) / (k + sum(p))``. One
    more raises it exactly if its own probability is above half of it, so the best choice is what
    lies above half of the best F1: one half where all is clear, less where much is doubtful.

    >>> best_cut(np.array([1.0, 1.0, 0.0]))
    0.5
    >>> best_cut(np.array([0.9, 0.45, 0.45, 0.0]))
    0.375
    """
    ranked = np.sort(probabilities)[::-1]
    expected = 2 * np.cumsum(ranked) / (np.arange(1, len(ranked) + 1) + ranked.sum())
    return max(LEAST, float(expected.max()) / 2)
