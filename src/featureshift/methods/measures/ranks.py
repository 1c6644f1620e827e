"""Order statistics read from grid counts: exact on edges, within one cell elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.measures.functional import FloatMap
from featureshift.methods.measures.grid import GridState


def quantile(state: GridState, share: float) -> FloatMap:
    """The ``share`` quantile of each feature, [features], as np.quantile interpolates it.

    Values inside a cell are taken as evenly spread over it; NaN where nothing is present.

    >>> import numpy as np
    >>> from featureshift.methods.measures import UniformGrid
    >>> grid = UniformGrid()
    >>> block = np.array([[0.0, 0.2], [1.0, 0.3]], np.float32)
    >>> quantile(grid.update(grid.start(2), block), 0.5).round(6)
    array([0.5 , 0.25])
    """
    rank = np.maximum(state.count - 1, 0) * share
    below = np.floor(rank)
    low, high = _value_at(state, below), _value_at(state, np.ceil(rank))
    return low + (high - low) * (rank - below)


def trimmed_mean(state: GridState, cut: float) -> FloatMap:
    """The mean of each feature without the lowest and highest ``cut`` of its values, [features].

    From each end floor(cut * n) values go, as in scipy.stats.trim_mean.

    >>> import numpy as np
    >>> from featureshift.methods.measures import UniformGrid
    >>> grid = UniformGrid()
    >>> block = np.array([[0.0], [0.0], [0.5], [0.5], [1.0]], np.float32)
    >>> trimmed_mean(grid.update(grid.start(1), block), 0.2).round(6)
    array([0.333333])
    """
    count = state.count[:, None]
    dropped = np.floor(cut * count)
    after = np.cumsum(state.slots, axis=1)
    before = after - state.slots
    first, last = (np.clip(bound, dropped, count - dropped) for bound in (before, after))
    spread = ((first + last) / 2 - before) / np.maximum(state.slots, 1)
    low, width = _slot_bounds(state)
    return _mean_over(last - first, low + width * spread)


def absolute_deviation(state: GridState, center: FloatMap) -> FloatMap:
    """Mean of abs(x - center) over each feature, [features]; ``center`` is [features].

    >>> import numpy as np
    >>> from featureshift.methods.measures import UniformGrid
    >>> grid = UniformGrid()
    >>> state = grid.update(grid.start(1), np.array([[0.0], [0.5], [1.0]], np.float32))
    >>> absolute_deviation(state, np.array([0.5])).round(6)
    array([0.333333])
    """
    low, width = _slot_bounds(state)
    return _mean_over(state.slots, np.abs(low + width / 2 - center[:, None]))


def _value_at(state: GridState, rank: FloatMap) -> FloatMap:
    """The value of 0-based ``rank`` in each feature, [features]; NaN where nothing is present."""
    after = np.cumsum(state.slots, axis=1)
    slot = np.minimum((after <= rank[:, None]).sum(axis=1), after.shape[1] - 1)
    feature = np.arange(len(slot))
    inside = state.slots[feature, slot]
    spread = (rank - (after[feature, slot] - inside) + 0.5) / np.maximum(inside, 1)
    low, width = _slot_bounds(state)
    return np.where(state.count > 0, low[slot] + width[slot] * spread, np.nan)


def _slot_bounds(state: GridState) -> tuple[FloatMap, FloatMap]:
    """Where each slot begins and how wide it is, both [slots]; an edge has no width."""
    # The edges as float32 knows them: a value on an edge is then returned to the last bit.
    edges = (np.arange(state.cells + 1, dtype=np.float32) / np.float32(state.cells)).astype(float)
    width = np.zeros(state.slots.shape[1])
    width[1::2] = np.diff(edges)
    return np.repeat(edges, 2)[:-1], width


def _mean_over(weights: NDArray[np.int64] | FloatMap, values: FloatMap) -> FloatMap:
    total = weights.sum(axis=1)
    summed = np.einsum("ij,ij->i", weights, values)
    return np.where(total > 0, summed / np.maximum(total, 1), np.nan)
