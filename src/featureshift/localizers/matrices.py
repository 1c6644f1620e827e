"""Both tables of a pair as whole matrices, for methods that cannot work in one pass.

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
    reference: NDArray[np.float32]
    """[rows, features], no NaN."""
    query: NDArray[np.float32]
    missing_reference: NDArray[np.bool_] | None
    """[rows, features]; None when no cell of either table is missing."""
    missing_query: NDArray[np.bool_] | None

    @property
    def pooled(self) -> NDArray[np.float32]:
        """Rows of the reference, then those of the query."""
        return np.concatenate([self.reference, self.query])

    @property
    def source(self) -> NDArray[np.int8]:
        """0 for each row of the reference, 1 for each of the query."""
        return np.repeat(np.array([0, 1], np.int8), [len(self.reference), len(self.query)])


def matrices_of(pair: TablePair) -> Matrices:
    """Read both tables whole."""
    values = [np.concatenate(list(side.unit_blocks())) for side in pair.sides]
    if not pair.has_missing:
        return Matrices(values[0], values[1], None, None)
    missing = [np.isnan(part) for part in values]
    medians = _medians(values)
    filled = [np.where(m, medians, part) for m, part in zip(missing, values, strict=True)]
    return Matrices(filled[0], filled[1], missing[0], missing[1])


def _medians(values: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Pooled median of each column over present cells; 0 where there is none."""
    pooled = np.concatenate(values)
    medians = np.zeros(pooled.shape[1], np.float32)
    holed = np.flatnonzero(np.isnan(pooled).any(axis=0) & ~np.isnan(pooled).all(axis=0))
    medians[holed] = np.nanmedian(pooled[:, holed], axis=0)
    return medians
