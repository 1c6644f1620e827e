"""Both tables of a pair as one matrix, for methods that cannot work in one pass.

Such methods see values scaled to [0, 1] by the exact pooled range, categories as codes, and a
missing cell as its column's pooled median; where a cell is missing is told apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.tables import TablePair


@dataclass(frozen=True, eq=False)
class Matrices:
    pooled: NDArray[np.float32]
    """[rows, features]: rows of the reference, then those of the query; no NaN."""
    source: NDArray[np.int8]
    """0 for each row of the reference, 1 for each of the query."""
    missing: NDArray[np.bool_] | None
    """[rows, features]; None when no cell of either table is missing."""

    @property
    def is_query(self) -> NDArray[np.bool_]:
        return np.asarray(self.source == 1)

    @property
    def with_holes(self) -> NDArray[np.float32]:
        """The pooled rows, missing cells NaN."""
        if self.missing is None:
            return self.pooled
        return np.where(self.missing, np.float32(np.nan), self.pooled)


def matrices_of(pair: TablePair) -> Matrices:
    """Both row samples, in the order of the tables."""
    scaled = [side.encoder.scaled(side.rows_in_order()) for side in pair.sides]
    source = np.repeat(np.array([0, 1], np.int8), [len(rows) for rows in scaled])
    pooled = np.concatenate(scaled)
    if not pair.has_missing:
        return Matrices(pooled, source, None)
    missing = np.isnan(pooled)
    return Matrices(np.where(missing, _medians(pooled, missing), pooled), source, missing)


def _medians(pooled: NDArray[np.float32], missing: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Pooled median of each column over present cells; 0 where there is none."""
    medians = np.zeros(pooled.shape[1], np.float32)
    holed = np.flatnonzero(missing.any(axis=0) & ~missing.all(axis=0))
    medians[holed] = np.nanmedian(pooled[:, holed], axis=0)
    return medians
