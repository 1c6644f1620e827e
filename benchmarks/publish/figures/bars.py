"""F1 of each method as a bar: mean over data sets, and median beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.figures.style import canvas, caption_of, grid, intervals, look, shown
from benchmarks.publish.profiles import overall

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw_f1(compared: ComparableRows) -> Figure:
    """Two panels with one order of methods, so that the eye can go across."""
    height = 1.2 + 0.27 * len(compared.methods)
    figure, (left, right) = canvas(1, 2, height, caption_of(compared), sharey=True)
    means = [summary.mean for summary in compared.summaries]
    medians = [overall(compared, method, "median").f1 for method in compared.methods]
    _bars(left, compared.methods, means)
    intervals(left, [s.low for s in compared.summaries], [s.high for s in compared.summaries])
    _bars(right, compared.methods, medians)
    left.set_title("mean F1 over data sets, 95 % interval")
    right.set_title("median F1 over data sets")
    left.set_yticks(range(len(means)), shown(compared.methods))
    left.invert_yaxis()
    return figure


def _bars(axis: Axes, methods: tuple[str, ...], values: list[float]) -> None:
    grid(axis, "x")
    axis.barh(range(len(values)), values, 0.72, color=[look(method).color for method in methods])
    for place, value in enumerate(values):
        axis.text(1.04, place, f"{value:.3f}", va="center", fontsize=8.5)
    axis.set_xlim(0, 1)
    axis.tick_params(length=0)
