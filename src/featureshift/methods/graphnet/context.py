"""What both tables are like, changed or not: their size, and which columns are of levels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channel import Channel, per_table

EFFECTIVE_ROWS = 100_000
"""More rows than this do not sharpen a verdict: otherwise every column of a huge table shifts."""
WIDEST = 10_000
"""Features that a network is told of at most: nothing was learned or tried beyond."""
CHANNELS = (
    Channel("has_levels", "kind"),
    *per_table("log_{}_rows", "context"),
    Channel("log_features", "context"),
)


def context(n_reference: int, n_query: int, levels: NDArray[np.bool_]) -> NDArray[np.float32]:
    """[features, CHANNELS]; ``levels`` [features] says which columns are of levels."""
    rows = np.log(np.minimum([n_reference, n_query], EFFECTIVE_ROWS)) / 5 - 1
    sizes = np.array([*rows, np.log(min(len(levels), WIDEST)) / 4 - 1], np.float32)
    made = np.empty((len(levels), len(CHANNELS)), np.float32)
    made[:, 0], made[:, 1:] = levels, sizes
    return made


def rows_told(channels: NDArray[np.float32]) -> NDArray[np.float64]:
    """Rows of the tables, at most EFFECTIVE_ROWS, that the channels ``log_..._rows`` stand for.

    >>> rows_told(context(300, 70_000, np.zeros(1, np.bool_))[:, 1:3]).round()
    array([[  300., 70000.]])
    """
    return np.asarray(np.exp(5 * (channels.astype(np.float64) + 1)))
