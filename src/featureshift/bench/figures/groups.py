"""F1 of each method by manipulation and by data set, as maps with the numbers in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from featureshift.bench.aggregate import GROUPINGS
from featureshift.bench.basis import Basis
from featureshift.bench.figures.style import canvas, caption_of, name_ticks, shown
from featureshift.bench.profiles import f1_by
from featureshift.bench.task import Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DARK = 0.47
"""Below this F1 the color is dark and numbers are white."""


def draw_manipulations_mean(basis: Basis) -> Figure:
    return _by_manipulation(basis, "mean")


def draw_manipulations_median(basis: Basis) -> Figure:
    return _by_manipulation(basis, "median")


def draw_datasets(basis: Basis) -> Figure:
    group, names = GROUPINGS["dataset"], basis.datasets
    return _heatmap(basis, "mean", group, names, "mean F1 by data set")


def _by_manipulation(basis: Basis, center: str) -> Figure:
    group, names = GROUPINGS["manipulation"], basis.manipulations
    title = f"{center} F1 over data sets, by manipulation"
    return _heatmap(basis, center, group, names, title)


def _heatmap(
    basis: Basis, center: str, group: Callable[[Task], str], names: Sequence[str], title: str
) -> Figure:
    scores = f1_by(basis, group, center)
    values = [[scores.get((method, name), np.nan) for name in names] for method in basis.methods]
    figure, (axis,) = canvas(1, 1, 1.35 + 0.27 * len(basis.methods), caption_of(basis))
    axis.imshow(values, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            color = "white" if value < DARK else "black"
            axis.text(
                column, row, f"{value:.2f}", ha="center", va="center", color=color, fontsize=8
            )
    name_ticks(axis, names)
    axis.set_yticks(range(len(basis.methods)), shown(basis.methods))
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)
    axis.set_title(title)
    return figure
