"""Levels of simulated pairs coded as the columns of users are: by how common they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate import LabeledPair

Floats = NDArray[np.float32]


def level_coded(pair: LabeledPair) -> tuple[Floats, Floats]:
    """Reference and query; in categorical columns, 0 for the most common level of both, then 1."""
    columns = np.flatnonzero(pair.categorical)
    if not len(columns):
        return pair.reference, pair.query
    cut = len(pair.reference)
    both = np.concatenate([pair.reference, pair.query])
    for column in columns:
        both[:, column] = frequency_codes(both[:, column])
    return both[:cut], both[cut:]


def frequency_codes(cells: Floats) -> Floats:
    """Of one column; NaN stays NaN.

    >>> frequency_codes(np.array([0.5, 0.1, 0.1, np.nan, 0.7], np.float32)).tolist()
    [1.0, 0.0, 0.0, nan, 2.0]
    """
    present = ~np.isnan(cells)
    _, level, counts = np.unique(cells[present], return_inverse=True, return_counts=True)
    rank = np.empty(len(counts), np.float32)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    coded = np.full(len(cells), np.nan, np.float32)
    coded[present] = rank[level]
    return coded
