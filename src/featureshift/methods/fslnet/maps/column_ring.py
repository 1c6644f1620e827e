"""The columns of a table as a ring, cut into panels: every column then has neighbors on both sides.

A kernel that runs along columns and finds nothing beyond the ends of the table is all but blind in
a narrow one: of 74 neighbors a table of ten columns has nine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

REACH = 37
"""Neighbors on either side: the paper's kernels span 75 columns."""
PANEL = 64
"""Columns of a panel in tables wider than ``WHOLE``. A part of the recipe, not of its cost: what
predicts a column are the columns of its panel and of the reach around it."""
WHOLE = PANEL + 2 * REACH
"""Tables up to this width are one panel, in which every column is a neighbor of every other."""


class RingPanel(NamedTuple):
    core: slice
    """The columns this panel answers for."""
    seen: NDArray[np.intp]
    """The columns it looks at, in order around the ring, none twice."""
    own: NDArray[np.intp]
    """Where the core is among those."""


def ring_panels(n_features: int) -> Iterator[RingPanel]:
    """Panels whose cores cover all columns once.

    >>> [panel.core for panel in ring_panels(140)]
    [slice(0, 64, None), slice(64, 128, None), slice(128, 140, None)]
    >>> panel = next(ring_panels(140))
    >>> panel.seen[:3], panel.seen[panel.own][:3]
    (array([103, 104, 105]), array([0, 1, 2]))
    >>> next(ring_panels(3)).seen
    array([0, 1, 2])
    """
    if n_features <= WHOLE:
        everything = np.arange(n_features)
        yield RingPanel(slice(0, n_features), everything, everything)
        return
    for start in range(0, n_features, PANEL):
        stop = min(start + PANEL, n_features)
        seen = np.arange(start - REACH, stop + REACH) % n_features
        yield RingPanel(slice(start, stop), seen, np.arange(REACH, REACH + stop - start))
