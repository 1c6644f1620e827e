"""Columns measured in their own pooled deviation, as the row maps see them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.measures.functional import Block, FloatMap
from featureshift.methods.measures.moments import MomentState

FARTHEST = 5.0
"""Deviations: a cell farther out counts as this far, so that no single row decides a mean."""
LEAST_SPREAD = 1e-6
"""Of values in [0, 1]; the deviation of a narrower column counts as this."""


@dataclass(frozen=True, eq=False)
class Standardizer:
    """(x - mean) / deviation of each column, by the rows of both tables; 0 where missing."""

    mean: NDArray[np.float32]
    """[features]"""
    deviation: NDArray[np.float32]
    """[features]"""

    @classmethod
    def of(cls, pooled: MomentState) -> Standardizer:
        """By the moments of both tables together.

        >>> from featureshift.methods.measures import CentralMoments
        >>> block = np.array([[0.0], [0.5], [np.nan], [1.0]], np.float32)
        >>> pooled = CentralMoments().update(CentralMoments().start(1), block)
        >>> Standardizer.of(pooled)(block).round(2).ravel()
        array([-1.22,  0.  ,  0.  ,  1.22], dtype=float32)
        """
        deviation: FloatMap = np.sqrt(np.nan_to_num(pooled.variance))
        return cls(
            pooled.mean.astype(np.float32),
            np.maximum(deviation, LEAST_SPREAD).astype(np.float32),
        )

    def __call__(self, block: Block) -> Block:
        standard: Block = (block - self.mean) / self.deviation
        np.clip(standard, -FARTHEST, FARTHEST, out=standard)
        standard[np.isnan(standard)] = 0
        return standard
