"""Scores for methods that put columns into an order: one after another is chosen or removed."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def falling_scores(order: ArrayLike, values: ArrayLike) -> NDArray[np.float64]:
    """Scores [features] that fall strictly along ``order``: the smallest value met so far.

    ``values`` are those of the columns in that order. A cut at t keeps exactly the columns before
    the first value that does not exceed t.

    >>> falling_scores([2, 0, 1], [5.0, 7.0, 1.0])[[2, 1]].tolist()
    [5.0, 1.0]
    """
    lowest = np.minimum.accumulate(np.asarray(values, np.float64))
    scores = np.empty(len(lowest))
    previous = np.inf
    for position, value in zip(np.asarray(order).tolist(), lowest.tolist(), strict=True):
        previous = min(value, float(np.nextafter(previous, -np.inf)))
        scores[position] = previous
    return scores
