"""Mutual information between columns and the source of a row, in nats."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import digamma, xlogy


def table_information(counts: ArrayLike) -> NDArray[np.float64]:
    """Plug-in information of contingency tables [..., rows, columns]; 0 for an empty one.

    >>> table_information([[50, 0], [0, 50]]).round(4).item()
    0.6931
    """
    cells = np.asarray(counts, np.float64)
    total = cells.sum(axis=(-2, -1))
    terms = xlogy(cells, cells).sum(axis=(-2, -1)) + xlogy(total, total)
    for axis in (-2, -1):
        margin = cells.sum(axis=axis)
        terms -= xlogy(margin, margin).sum(axis=-1)
    return np.asarray(np.maximum(terms / np.maximum(total, 1), 0.0))


def neighbor_information(
    column: NDArray[np.float64], labels: NDArray[np.bool_], k: int
) -> NDArray[np.float64]:
    """Ross's k-nearest-neighbor information between numbers [rows] and each of labels [m, rows].

    Equals scikit-learn's ``mutual_info_classif``, but sorts once instead of building trees, which
    in one dimension is all it takes. Ties should have been broken.
    """
    order = np.argsort(column)
    ascending = column[order]
    psi = digamma(np.arange(len(column) + 1).clip(1).astype(np.float64))
    return np.array([_ross(ascending, label[order], k, psi) for label in labels])


def _ross(
    ascending: NDArray[np.float64], label: NDArray[np.bool_], k: int, psi: NDArray[np.float64]
) -> float:
    """psi(n) + <psi(k)> - <psi(class size)> - <psi(rows nearer than the k-th of one's class)>."""
    total, used = 0.0, 0
    for value in (False, True):
        own = ascending[label == value]
        if len(own) < 2:  # a lone row has no neighbor: left out, as in the reference code
            continue
        nearest = min(k, len(own) - 1)
        near = _rows_within(ascending, own, _radius(own, nearest))
        total += len(own) * (psi[nearest] - psi[len(own)]) - psi[near].sum()
        used += len(own)
    return max(0.0, psi[used] + total / used) if used else 0.0


def _radius(own: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """Just below the distance of each value to its k-th nearest; ``own`` ascends."""
    n = len(own)
    radius = np.full(n, np.inf)
    for left in range(k + 1):  # the k nearest are a run of k + 1 with ``left`` before one's own
        middle = slice(left, n - k + left)
        reach = np.maximum(own[middle] - own[: n - k], own[k:] - own[middle])
        radius[middle] = np.minimum(radius[middle], reach)
    return np.asarray(np.nextafter(radius, 0))


def _rows_within(
    ascending: NDArray[np.float64], center: NDArray[np.float64], radius: NDArray[np.float64]
) -> NDArray[np.intp]:
    """How many rows lie within the radius around each center, itself included."""
    last = len(ascending) - 1
    low = np.searchsorted(ascending, center - radius)
    high = np.searchsorted(ascending, center + radius, side="right")
    # The sums round: whether the row at the very edge is inside, only its distance tells.
    low += center - ascending[low] > radius
    low -= (low > 0) & (center - ascending[np.maximum(low - 1, 0)] <= radius)
    high -= ascending[high - 1] - center > radius
    high += (high <= last) & (ascending[np.minimum(high, last)] - center <= radius)
    return np.asarray(np.maximum(high - low, 1), np.intp)
