"""F1 of each method by manipulation and by data set, as maps with the numbers in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from featureshift.bench.aggregate import GROUPINGS
from featureshift.bench.basis import Basis
from featureshift.bench.figures.maps import draw_map
from featureshift.bench.figures.style import canvas, caption_of, name_ticks, shown
from featureshift.bench.profiles import f1_by, median_by_dataset

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_manipulations_mean(basis: Basis) -> Figure:
    return _by_manipulation(basis, "mean")


def draw_manipulations_median(basis: Basis) -> Figure:
    return _by_manipulation(basis, "median")


def draw_datasets_mean(basis: Basis) -> Figure:
    scores = f1_by(basis, GROUPINGS["dataset"], "mean")
    return _heatmap(basis, scores, basis.datasets, "mean F1 by data set")


def draw_datasets_median(basis: Basis) -> Figure:
    title = "median F1 over the finished queries of a data set"
    return _heatmap(basis, median_by_dataset(basis), basis.datasets, title)


def _by_manipulation(basis: Basis, center: str) -> Figure:
    scores = f1_by(basis, GROUPINGS["manipulation"], center)
    title = f"{center} F1 over data sets, by manipulation"
    return _heatmap(basis, scores, basis.manipulations, title)


def _heatmap(
    basis: Basis, scores: Mapping[tuple[str, str], float], names: Sequence[str], title: str
) -> Figure:
    """Of scores by method and name; a cell without one stays empty."""
    values = [[scores.get((method, name), np.nan) for name in names] for method in basis.methods]
    figure, (axis,) = canvas(1, 1, 1.35 + 0.27 * len(basis.methods), caption_of(basis))
    draw_map(axis, values)
    name_ticks(axis, names)
    axis.set_yticks(range(len(basis.methods)), shown(basis.methods))
    axis.set_title(title)
    return figure
