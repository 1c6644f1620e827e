"""Wide kernels along the columns, drawn once: the Moment Extraction Network without training.

The columns of a table have no order that a kernel could learn: in training they come shuffled, so
no place in a kernel is worth more than another, and all that counts is how many neighbors it looks
at and that kernels differ. What a kernel makes of the neighbors is multiplied by the cell itself,
z_j (w z + b)_+, so that a broken relation shows in the column it belongs to: elsewhere it moves one
of the neighbors' weights only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.column_ring import REACH, RingPanel

TAPS = 2 * REACH + 1
FEWEST_NEIGHBORS = 0.025
"""Share of its neighbors that the sparsest kernel looks at: two of 74."""
BIAS = 0.5
"""Deviation of the biases, where all neighbors together have norm 1."""


@dataclass(frozen=True, eq=False)
class DrawnKernels:
    weights: NDArray[np.float32]
    """[kernels, TAPS]; 0 in the middle: a kernel looks at neighbors only."""
    bias: NDArray[np.float32]
    """[kernels]"""

    def __len__(self) -> int:
        return len(self.bias)

    def matrix(self, panel: RingPanel, n_features: int) -> NDArray[np.float32]:
        """Kernels around the ring as a matrix [seen, core * kernels], each column of norm 1.

        In a table narrower than a kernel, the taps that meet on one column add up, and those that
        come around to the column itself count as 0.

        >>> kernels = draw_kernels(2, np.random.default_rng(0))
        >>> from featureshift.methods.fslnet.maps.column_ring import ring_panels
        >>> matrix = kernels.matrix(next(ring_panels(9)), 9).reshape(9, 9, 2)
        >>> bool(np.allclose(np.linalg.norm(matrix, axis=0), 1)), matrix[4, 4].tolist()
        (True, [0.0, 0.0])
        """
        away = np.arange(-REACH, REACH + 1)
        period = min(n_features, TAPS)
        folded = np.zeros((period + 1, len(self)), np.float32)  # the last stands for no tap
        np.add.at(folded, away % period, self.weights.T)
        folded[[0, -1]] = 0
        norms = np.linalg.norm(folded, axis=0)
        folded /= np.maximum(norms, np.finfo(np.float32).eps)
        apart = np.arange(len(panel.seen))[:, None] - panel.own
        if len(panel.seen) == n_features:  # the ring is closed
            apart = (apart + REACH) % n_features - REACH if n_features > TAPS else apart
        met = np.where((np.abs(apart) > REACH) & (n_features > TAPS), period, apart % period)
        return folded[met].reshape(len(panel.seen), -1)


def draw_kernels(count: int, rng: np.random.Generator) -> DrawnKernels:
    """Kernels that look at few to all of their neighbors."""
    shares = FEWEST_NEIGHBORS ** np.linspace(1, 0, count)[:, None]
    weights = rng.normal(size=(count, TAPS)) * (rng.random((count, TAPS)) < shares)
    weights[:, REACH] = 0
    bias = BIAS * rng.normal(size=count)
    return DrawnKernels(weights.astype(np.float32), bias.astype(np.float32))
