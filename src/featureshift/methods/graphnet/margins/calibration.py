"""Statistics brought to one scale: about standard normal when nothing is shifted."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def signed_log(x: ArrayLike) -> Floats:
    """sign(x) log(1 + abs(x)), so that 3 sigma and 300 sigma are both usable inputs.

    >>> signed_log([-1.0, 0.0, 1.0]).round(3)
    array([-0.693,  0.   ,  0.693])
    """
    x = np.asarray(x, np.float64)
    return np.asarray(np.sign(x) * np.log1p(np.abs(x)))


FEW_ROWS = 5.0
"""With so many rows in effect, half of a difference counts."""


def certainty(n_reference: ArrayLike, n_query: ArrayLike) -> Floats:
    """What to multiply a difference with that a handful of rows has by chance: from 0 to 1.

    >>> certainty([1, 10, 1000], [1000, 10, 1000]).round(2)
    array([0.17, 0.5 , 0.99])
    """
    own, other = np.asarray(n_reference, np.float64), np.asarray(n_query, np.float64)
    rows = own * other / (own + other)
    return np.asarray(rows / (rows + FEW_ROWS))


TOO_ALIKE = -2.0
"""Tables that share rows are more alike than chance, which is no shift: beyond this, scores of
likeness say nothing more."""


def one_sided(score: ArrayLike) -> Floats:
    """The signed log of a score whose low values only say that the tables are alike.

    >>> one_sided([-30.0, 1.0]).round(3)
    array([-1.099,  0.693])
    """
    return signed_log(np.maximum(score, TOO_ALIKE))


def chi_square_score(chi_square: ArrayLike, freedom: ArrayLike) -> Floats:
    """A chi-square statistic as a normal score (Wilson and Hilferty 1931).

    >>> chi_square_score([10.0], [10]).round(2)
    array([0.15])
    """
    freedom = np.maximum(np.asarray(freedom, np.float64), 1)
    spread = 2 / (9 * freedom)
    cube_root = np.cbrt(np.maximum(chi_square, 0) / freedom)
    return np.asarray((cube_root - (1 - spread)) / np.sqrt(spread))


def share_score(query: Floats, reference: Floats, n_query: Floats, n_reference: Floats) -> Floats:
    """Two shares of so many rows, compared: the score of their difference."""
    pooled = (query * n_query + reference * n_reference) / (n_query + n_reference)
    variance = np.maximum(pooled * (1 - pooled), 0.25 / (n_query + n_reference))
    return np.asarray((query - reference) / np.sqrt(variance * (1 / n_query + 1 / n_reference)))
