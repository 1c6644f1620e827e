"""Functions of one cell and of what its neighbors say of it, whose means over rows are compared.

They stand where the paper has the Neural Embedding Network: a deep embedding of each row, averaged
over rows, at forty times the cost of all the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.neighbor_prediction import PREDICTIONS, Predicted

Cells = NDArray[np.float32]

LEVELS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0)
"""Deviations at which cells, predictions and residuals are cut."""
HALF_PLANES = tuple(
    (math.cos(math.pi * k / 12), math.sin(math.pi * k / 12), 2 * (k * 0.618 % 1) - 1)
    for k in range(24)
)
"""Weights of cell and residual, and a bias: every direction, at distances spread evenly."""
CELL_CHANNELS = (
    *(f"own_above_{level:+.1f}" for level in LEVELS),
    *(f"own_excess_{level:+.1f}" for level in LEVELS),
    *(f"own_by_predicted_{level:+.1f}" for level in LEVELS),
    *(f"residual_above_{level:+.1f}" for level in LEVELS),
    *(f"residual_excess_{level:+.1f}" for level in LEVELS),
    *(f"half_plane_{k:02d}" for k in range(len(HALF_PLANES))),
    *(
        f"{what}_{name}"
        for name in PREDICTIONS
        for what in (
            "own_by_predicted",
            "own_by_abs_predicted",
            "own_by_residual",
            "abs_residual",
            "root_residual",
            "squared_residual",
        )
    ),
)
"""Of the values of ``cell_values``, in order."""


def cell_values(own: Cells, predicted: Predicted) -> Iterator[Cells]:
    """One array [rows, core] for each of ``CELL_CHANNELS``, of cells in pooled deviations.

    The levels of the cell itself repeat what a grid over its range says, in deviations: the grid
    says little where one value lies far out.
    """
    levels = np.array(LEVELS, np.float32)
    prediction, residual = predicted.predictions[0], predicted.residuals[0]
    for level in levels:
        yield (own > level).astype(np.float32)
    for level in levels:
        yield np.maximum(own - level, 0)
    for level in levels:
        yield own * np.maximum(prediction - level, 0)
    for level in levels:
        yield (residual > level).astype(np.float32)
    for level in levels:
        yield np.maximum(residual - level, 0)
    for a, b, c in np.array(HALF_PLANES, np.float32):
        yield np.maximum(a * own + b * residual + c, 0)
    for prediction, residual in zip(*predicted, strict=True):
        far = np.abs(residual)
        yield own * prediction
        yield own * np.abs(prediction)
        yield own * residual
        yield far
        yield np.sqrt(far)
        yield far * far
