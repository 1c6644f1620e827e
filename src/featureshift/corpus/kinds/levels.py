"""Tables of categorical columns of two to a thousand levels, at few rows: most levels are rare."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from featureshift.corpus.copula import related_normals
from featureshift.corpus.kinds.closed import level_chances
from featureshift.corpus.kinds.table import KindTable, side_by_side, unrelated_columns
from featureshift.simulate.draw import draw_size

LEVELS = (2, 1000)
"""Drawn log-uniformly."""
ROWS = (60, 4000)
"""Of both tables together, at most; drawn log-uniformly."""
OTHERS = (0.0, 0.7)
"""Share of columns of any other shape."""


def levels(n_rows: int, n_features: int, rng: np.random.Generator) -> KindTable:
    """Categorical columns, related or not, beside others; ``n_rows`` at most.

    >>> table = levels(500, 12, np.random.default_rng(0))
    >>> table.values.shape[1], len(table.values) <= 500, bool(table.categorical.any())
    (12, True, True)
    """
    rows = min(n_rows, draw_size(*ROWS, rng))
    n_others = min(round(rng.uniform(*OTHERS) * n_features), n_features - 1)
    places = ndtr(related_normals(rows, n_features - n_others, rng))
    values = np.empty(places.shape, np.float32)
    for j, column in enumerate(places.T):
        count = draw_size(*LEVELS, rng)
        edges = np.cumsum(level_chances(count, rng))[:-1]
        values[:, j] = rng.permutation(count)[np.searchsorted(edges, column)]
    flags = np.ones(values.shape[1], np.bool_)
    tables = [KindTable(values, flags, ~flags)]
    if n_others:
        tables.append(unrelated_columns(rows, n_others, rng))
    return side_by_side(tables, rng)
