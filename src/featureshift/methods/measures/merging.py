"""Ways to bring the maps of reference and query together into one.

Maps are [channels, features], or [..., channels, features] for several pairs at once. A channel
that is NaN for a feature in either map says nothing about a difference: it contributes 0 and is
left out of every norm.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from featureshift.methods.measures.functional import FloatMap

EPSILON = 1e-4
"""Added to the norm of the reference map, so that a channel empty in the reference stays finite.

It bounds a merged value by 1 / EPSILON, for maps in [0, 1]. The paper leaves it open ("a small
positive constant"); this one is the norm of a histogram cell that holds one value in 10,000 rows,
so that a cell empty in the reference weighs about as much as one that is nearly so.
"""


def concatenation(reference: FloatMap, query: FloatMap) -> FloatMap:
    """Reference channels, then query channels: [2 * channels, features].

    >>> concatenation(np.array([[0.1, np.nan]]), np.array([[0.3, 0.4]]))
    array([[0.1, 0. ],
           [0.3, 0. ]])
    """
    return np.concatenate(_comparable(reference, query), axis=-2)


def difference(reference: FloatMap, query: FloatMap) -> FloatMap:
    """Reference - query, [channels, features].

    >>> difference(np.array([[0.5, 0.5]]), np.array([[0.25, np.nan]]))
    array([[0.25, 0.  ]])
    """
    reference, query = _comparable(reference, query)
    return reference - query


def squared_difference(reference: FloatMap, query: FloatMap) -> FloatMap:
    """(reference - query)**2, [channels, features].

    >>> squared_difference(np.array([[0.5, 0.5]]), np.array([[0.0, np.nan]]))
    array([[0.25, 0.  ]])
    """
    return difference(reference, query) ** 2


def normalized_squared_difference(
    reference: FloatMap, query: FloatMap, *, eps: float = EPSILON
) -> FloatMap:
    """(reference - query)**2 / (norm + eps), [channels, features]; FSL-Net's choice.

    The norm is the L2 norm of the reference map over features, one for each channel: not symmetric
    in its arguments, and dependent on the other columns of the table.

    >>> normalized_squared_difference(np.array([[3.0, 4.0]]), np.array([[3.0, 3.0]]), eps=0.0)
    array([[0. , 0.2]])
    """
    reference, query = _comparable(reference, query)
    norm: FloatMap = np.sqrt(np.sum(reference**2, axis=-1, keepdims=True))
    return (reference - query) ** 2 / (norm + eps)


MERGES: dict[str, Callable[[FloatMap, FloatMap], FloatMap]] = {
    "concatenation": concatenation,
    "difference": difference,
    "squared_difference": squared_difference,
    "normalized_squared_difference": normalized_squared_difference,
}


def _comparable(reference: FloatMap, query: FloatMap) -> tuple[FloatMap, FloatMap]:
    """Both maps with 0 wherever either is NaN."""
    unknown = np.isnan(reference) | np.isnan(query)
    return np.where(unknown, 0.0, reference), np.where(unknown, 0.0, query)
