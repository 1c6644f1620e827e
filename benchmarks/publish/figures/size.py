"""Mean runtime on each data set against the cells that a method was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.figures.style import (
    canvas,
    caption_of,
    grid,
    in_cells,
    in_seconds,
    line_look,
    look,
    shown,
)
from benchmarks.publish.profiles import profiles

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_size(compared: ComparableRows) -> Figure:
    """One faint line a method; the legend is in the order of the lines' right ends."""
    figure, (axis,) = canvas(1, 1, 4.0, caption_of(compared))
    grid(axis, "both")
    ends = {}
    for method in compared.methods:
        found = sorted(profiles(compared, method).values(), key=lambda each: each.cells)
        ends[method] = found[-1].seconds
        sizes, seconds = [each.cells for each in found], [each.seconds for each in found]
        color = look(method).color
        faint = line_look(method, 6) | {"color": (color, 0.35), "mfc": color}
        axis.plot(sizes, seconds, lw=0.8, label=method, **faint)
    axis.set_xscale("log")
    axis.set_yscale("log")
    in_seconds(axis.yaxis)
    in_cells(axis.xaxis)
    axis.set_xlabel("cells: rows of both tables × columns; slow methods get fewer rows")
    axis.set_ylabel("mean seconds")
    axis.set_title("runtime on each data set against the cells that a method was given")
    handles, names = axis.get_legend_handles_labels()
    order = sorted(range(len(names)), key=lambda k: -ends[names[k]])
    figure.legend(
        [handles[k] for k in order],
        shown(names[k] for k in order),
        loc="outside right center",
        fontsize=8.5,
    )
    return figure
