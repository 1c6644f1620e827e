"""Mean runtime on each data set against its size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from featureshift.bench.basis import Basis
from featureshift.bench.figures.style import canvas, grid, in_seconds, line_look
from featureshift.bench.profiles import profiles

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_size(basis: Basis) -> Figure:
    """One line a method; the legend is in the order of the lines' right ends."""
    figure, (axis,) = canvas(1, 1, 4.0, basis.caption)
    grid(axis, "both")
    ends = {}
    for method in basis.methods:
        found = sorted(profiles(basis, method).values(), key=lambda each: each.cells)
        ends[method] = found[-1].seconds
        sizes, seconds = [each.cells for each in found], [each.seconds for each in found]
        axis.plot(sizes, seconds, lw=1, label=method, **line_look(method, 6))
    axis.set_xscale("log")
    axis.set_yscale("log")
    in_seconds(axis.yaxis)
    axis.set_xlabel("rows of both tables × features of a data set, as the method got them")
    axis.set_ylabel("mean seconds")
    axis.set_title("runtime against the size of the data set")
    handles, names = axis.get_legend_handles_labels()
    order = sorted(range(len(names)), key=lambda k: -ends[names[k]])
    figure.legend(
        [handles[k] for k in order],
        [names[k] for k in order],
        loc="outside right center",
        fontsize=8.5,
    )
    return figure
