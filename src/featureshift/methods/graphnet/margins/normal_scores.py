"""Normal scores of pooled mid-ranks: what a value would be if its column were normal."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.margins.pooled_order import PooledOrder


def normal_scores(order: PooledOrder) -> NDArray[np.float32]:
    """The score of the mid-rank of each group, [groups]; 0 where missing.

    >>> from featureshift.methods.graphnet.margins.sorted_order import sorted_order
    >>> normal_scores(sorted_order(np.array([[7, 5, 9, np.nan]], np.float32), cut=2)).round(3)
    array([-0.967,  0.   ,  0.967,  0.   ], dtype=float32)
    """
    n_rows = order.columns.shape[1]
    twice = 2 * order.before() + order.size
    if order.is_complete and len(twice) > 2 * n_rows:  # complete columns have their ranks in common
        return _of_complete(n_rows).take(twice)
    return np.where(order.size > 0, _score(twice, order.to_groups(order.present)), np.float32(0))


@lru_cache(maxsize=2)
def _of_complete(n_rows: int) -> NDArray[np.float32]:
    """Of all mid-ranks that there can be, [2 n_rows + 1]."""
    return _score(np.arange(2 * n_rows + 1), np.float64(n_rows))


def _score(
    twice: NDArray[np.intp], present: NDArray[np.float64] | np.float64
) -> NDArray[np.float32]:
    """Of twice a rank among so many present values."""
    from scipy.special import ndtri

    least = 0.5 / present
    return np.asarray(ndtri(np.clip(twice / 2 / present, least, 1 - least)), np.float32)
