"""A map of numbers: bright where they are good, each written into its cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DARK = 0.47
"""Below this share of the way from worst to best the color is dark and numbers are white."""


def draw_map(
    axis: Axes,
    values: Sequence[Sequence[float]],
    *,
    worst: float = 0.0,
    best: float = 1.0,
    digits: int = 2,
) -> None:
    """Rows of ``values`` from top to bottom; a cell that is NaN stays empty."""
    goodness = (np.asarray(values, dtype=np.float64) - worst) / (best - worst)
    axis.imshow(goodness, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            color = "white" if goodness[row, column] < DARK else "black"
            text = f"{value:.{digits}f}"
            axis.text(column, row, text, ha="center", va="center", color=color, fontsize=8)
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)
