"""Which columns become partners of another: the strongest, and of the others the most changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]


class Choice(NamedTuple):
    """Positions among the candidates of each column."""

    partners: Indices
    """[columns, strongest + changed], the strongest first, then the most changed."""
    ranked: Indices
    """[columns, ranked], the strongest first."""


def strength(reference: Floats, query: Floats) -> Floats:
    """Of relations, by the correlation in either table that is farther from 0."""
    return np.maximum(np.abs(reference), np.abs(query))


def choose(
    strength: Floats, change: Floats, strongest: int, changed: int, *, ranked: int = 0
) -> Choice:
    """So many of each column's candidates, [columns, candidates]; all where there are fewer.

    None is chosen twice: ``change`` is overwritten with -2 where a candidate is one of the
    strongest. A candidate of -1 in both is chosen last; that is for the column itself.

    >>> strength, change = np.array([[[0.2, 0.9, 0.5, -1]], [[9, 8, 1, -1]]], np.float32)
    >>> choose(strength, change, 1, 1, ranked=2)
    Choice(partners=array([[1, 0]]), ranked=array([[1, 2]]))
    """
    candidates = strength.shape[1]
    order = highest(strength, min(max(strongest, ranked), candidates))
    first = order[:, :strongest]
    np.put_along_axis(change, first, -2, axis=1)
    second = highest(change, min(changed, candidates - first.shape[1]))
    return Choice(np.concatenate([first, second], axis=1), order[:, :ranked])


def highest(matrix: Floats, count: int) -> Indices:
    """The columns of the ``count`` highest entries of each row, highest first, ties in order.

    >>> highest(np.array([[3.0, 5.0, 4.0, 5.0]], np.float32), 3)
    array([[1, 3, 2]])
    """
    left = matrix.copy()
    rows = np.arange(len(matrix))
    best = np.empty((len(matrix), max(count, 0)), np.intp)
    for k in range(count):  # a few quick scans cost less than a partition
        left.argmax(axis=1, out=best[:, k])
        left[rows, best[:, k]] = -np.inf
    return best
