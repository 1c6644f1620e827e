"""Columns ordered so that related ones stand side by side, as in images, series and genomes.

Networks that look along columns meet such tables, while training draws columns at random.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_ROWS = 400
"""Rows that tell who is related to whom."""


def related_order(values: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.intp]:
    """A walk through the columns of [rows, features], each time to the most related one left.

    >>> x = np.random.default_rng(0).normal(size=(50, 2))
    >>> table = np.concatenate([x, x], axis=1).astype(np.float32)
    >>> (related_order(table, np.random.default_rng(0)) % 2).tolist()  # a column, then its copy
    [1, 1, 0, 0]
    """
    related = relatedness(values)
    d = len(related)
    left = np.ones(d, np.bool_)
    order = [int(rng.integers(d))]
    left[order[0]] = False
    while len(order) < d:
        nearest = int(np.argmax(np.where(left, related[order[-1]], -1.0)))
        order.append(nearest)
        left[nearest] = False
    return np.array(order, np.intp)


def relatedness(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """[features, features]: absolute correlations in the first rows; a missing cell counts as 0."""
    few = np.nan_to_num(values[:MOST_ROWS].astype(np.float64))
    few -= few.mean(axis=0)
    few /= np.maximum(np.linalg.norm(few, axis=0), 1e-12)
    return np.asarray(np.abs(few.T @ few))
