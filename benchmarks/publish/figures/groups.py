"""F1 of each method by manipulation and by data set, as maps with the numbers in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.figures.maps import draw_map
from benchmarks.publish.figures.style import canvas, caption_of, name_ticks, shown
from benchmarks.publish.profiles import f1_by, median_by_dataset
from featureshift.bench.aggregate import GROUPINGS

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_manipulations_mean(compared: ComparableRows) -> Figure:
    return _by_manipulation(compared, "mean")


def draw_manipulations_median(compared: ComparableRows) -> Figure:
    return _by_manipulation(compared, "median")


def draw_datasets_mean(compared: ComparableRows) -> Figure:
    scores = f1_by(compared, GROUPINGS["dataset"], "mean")
    return _heatmap(compared, scores, compared.datasets, "mean F1 by data set")


def draw_datasets_median(compared: ComparableRows) -> Figure:
    title = "median F1 over the finished tasks of a data set"
    return _heatmap(compared, median_by_dataset(compared), compared.datasets, title)


def _by_manipulation(compared: ComparableRows, center: str) -> Figure:
    scores = f1_by(compared, GROUPINGS["manipulation"], center)
    title = f"{center} F1 over data sets, by manipulation"
    return _heatmap(compared, scores, compared.manipulations, title)


def _heatmap(
    compared: ComparableRows,
    scores: Mapping[tuple[str, str], float],
    names: Sequence[str],
    title: str,
) -> Figure:
    """Of scores by method and name; a cell without one stays empty."""
    values = [[scores.get((method, name), np.nan) for name in names] for method in compared.methods]
    figure, (axis,) = canvas(1, 1, 1.35 + 0.27 * len(compared.methods), caption_of(compared))
    draw_map(axis, values)
    name_ticks(axis, names)
    axis.set_yticks(range(len(compared.methods)), shown(compared.methods))
    axis.set_title(title)
    return figure
