"""Rows that agree in most columns with another row of their table, by more than chance.

A record that was exported twice with a new time stamp, or copied and mended in one field, is no
second observation.
"""

from __future__ import annotations

import numpy as np

from featureshift.rows.agreement import (
    SCREENED,
    SCREENING,
    THOROUGH,
    Flags,
    Indices,
    Links,
    Telling,
    agreeing_rows,
    screened,
)
from featureshift.tables.sample import RowSample

LEAST_SHARE = 1e-2
"""Of the rows: fewer near copies do not matter."""


def near_copies(sample: RowSample, telling: Telling) -> Flags:
    """[rows]: those that nearly repeat another one of the sample, which has each row once.

    Where two tables are compared, the same columns must tell in both, or what is left of one is not
    like what is left of the other.
    """
    nothing = np.zeros(len(sample), np.bool_)
    if not telling.suffice or len(sample) < 2 / LEAST_SHARE:
        return nothing
    if len(sample) > SCREENED:
        met = SCREENED / len(sample)  # a row met so many of its near copies
        if _find(sample, screened(sample), telling, SCREENING).mean() < LEAST_SHARE * met / 2:
            return nothing
    found = _find(sample, np.arange(len(sample)), telling, THOROUGH)
    return found if found.mean() >= LEAST_SHARE else nothing


def _find(sample: RowSample, rows: Indices, telling: Telling, attempts: int) -> Flags:
    cells = sample.take(rows, telling.columns)
    return _all_but_one(agreeing_rows(cells, telling.salts, attempts), len(rows))


def _all_but_one(links: Links, n_rows: int) -> Flags:
    """[rows]: those that are linked to others, directly or through others, but for one of each
    family: the row that most others agree with, since the others were made of it.
    """
    if not len(links.one):
        return np.zeros(n_rows, np.bool_)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    once = np.ones(len(links.one), np.bool_)
    graph = coo_array((once, (links.one, links.other)), (n_rows, n_rows)).tocsr()
    _, family = connected_components(graph, directed=False)
    agreeing = (graph + graph.T).sum(axis=1)
    ranked = np.lexsort((-agreeing, family))
    found = np.ones(n_rows, np.bool_)
    found[ranked[np.unique(family[ranked], return_index=True)[1]]] = False
    return found
