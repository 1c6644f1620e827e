"""Mean and covariance of rows, and of both parts of any split of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Moments:
    """Mean [features] and covariance [features, features] of some rows."""

    mean: Array
    covariance: Array
    shrinkage: float
    """How far the covariance is best moved toward the identity, from 0 to 1."""

    @classmethod
    def of(cls, rows: Array) -> Moments:
        mean = rows.mean(axis=0)
        centered = rows - mean
        covariance = centered.T @ centered / len(rows)
        return cls(
            mean, covariance, shrinkage(np.einsum("ij,ij->i", centered, centered), covariance)
        )


def shrinkage(lengths: Array, covariance: Array) -> float:
    """Ledoit and Wolf (2004), for the identity as target: noise of the entries over distance.

    ``lengths`` [rows] are the squared distances of the rows from their mean.
    """
    squares = np.vdot(covariance, covariance)
    noise = (np.square(lengths).mean() - squares) / len(lengths)
    distance = squares - 2 * np.trace(covariance) + len(covariance)
    return float(np.clip(noise / max(distance, 1e-300), 0.0, 1.0))


class SplitMoments:
    """Moments of the two parts of any split of the same rows, for the price of the smaller part.

    Rows are expected to be centered: then what is left of the pooled scatter without that of one
    part and that between the means is the other's, with hardly a digit lost.
    """

    def __init__(self, rows: Array) -> None:
        self.rows = rows
        self.pooled = Moments.of(rows)
        self._squares = np.einsum("ij,ij->i", rows, rows)

    def parts(self, is_query: NDArray[np.bool_]) -> tuple[Moments, Moments]:
        """Moments of the reference and of the query."""
        if 2 * np.count_nonzero(is_query) <= len(is_query):
            query = Moments.of(self.rows[is_query])
            return self._rest(query, ~is_query), query
        reference = Moments.of(self.rows[~is_query])
        return reference, self._rest(reference, is_query)

    def _rest(self, part: Moments, others: NDArray[np.bool_]) -> Moments:
        n, n_others = len(others), int(np.count_nonzero(others))
        share, rest = 1 - n_others / n, n_others / n
        mean = (self.pooled.mean - share * part.mean) / rest
        gap = part.mean - mean
        covariance = self.pooled.covariance - share * part.covariance
        covariance -= np.outer(share * rest * gap, gap)
        covariance /= rest
        lengths = (self._squares - 2 * (self.rows @ mean))[others] + mean @ mean
        return Moments(mean, covariance, shrinkage(lengths, covariance))
