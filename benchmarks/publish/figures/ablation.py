"""F1 of FSL-Net with some of its parts, beside the paper's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchmarks.publish.ablation.variants import TITLES, UNTRAINED
from benchmarks.publish.figures.style import GRAY, canvas, grid, intervals, look
from benchmarks.publish.load_results import Results
from benchmarks.publish.published import ABLATION_F1

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw_ablation(results: Results) -> Figure:
    """A bar for each variant in the paper's order, and a mark where the paper's is."""
    compared = results.ablated
    assert compared is not None  # the registry asks for this figure only where there are rows
    found = {each.method: each for each in compared.summaries if each.method in TITLES}
    names = [name for name in TITLES if name in found]
    ours, theirs = [found[name].mean for name in names], [ABLATION_F1[name] for name in names]
    colors = [look(name if name == UNTRAINED else "fslnet").color for name in names]
    places = range(len(names))
    figure, (axis,) = canvas(1, 1, 1.5 + 0.27 * len(names), compared.caption)
    grid(axis, "x")
    bars = axis.barh(places, ours, 0.68, color=colors)
    intervals(axis, [found[name].low for name in names], [found[name].high for name in names])
    (marks,) = axis.plot(theirs, places, "D", color="white", mec="black", zorder=4)
    _numbers(axis, 1.02, "ours", ours, "black")
    _numbers(axis, 1.13, "paper", theirs, GRAY)
    axis.set_yticks(places, [TITLES[name] for name in names])
    axis.invert_yaxis()
    axis.set_xlim(0, 1)
    axis.tick_params(length=0)
    axis.set_title("mean F1 of FSL-Net with some of its parts")
    shown = ([marks, bars[-1]], ["the paper's", "ours, 95 % interval"])
    figure.legend(*shown, loc="outside upper right", ncols=2)
    return figure


def _numbers(axis: Axes, x: float, head: str, values: Sequence[float], color: str) -> None:
    """A column of them to the right of the bars."""
    for place, text in enumerate([head, *(f"{value:.3f}" for value in values)], start=-1):
        axis.text(x, place, text, va="center", fontsize=8.5, color=color)
