"""Two methods on each data set: F1, mean and longest runtime, and how much faster the first is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.figures.style import GRAY, canvas, grid, in_seconds, look, name_ticks
from benchmarks.publish.profiles import Sides, profiles, side_by_side, speedups

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OFFSETS, HATCHES = (-0.2, 0.2), ("", "///")
"""Of the first and the second method's bars, which gray print would not tell apart."""
MOST_NUMBERED = 6
"""Data sets whose bars carry their numbers; those of more would cover each other."""
AT_RIGHT_END: dict[str, Any] = {
    "xycoords": ("axes fraction", "data"),
    "textcoords": "offset points",
    "fontsize": 8.5,
}


def draw_duel(compared: ComparableRows, first: str, second: str) -> Figure:
    """Three panels with the data sets from small to large."""
    sides, names = side_by_side(compared, first, second)
    unequal = _unequal(compared, first, second)
    note = f"; * not as many rows for {first} as for {second}" if unequal else ""
    figure, axes = canvas(3, 1, 6.2, compared.caption + note, sharex=True)
    panels = ("mean F1", "f1"), ("mean seconds", "seconds"), ("longest, seconds", "seconds_max")
    for axis, (label, field) in zip(axes, panels, strict=True):
        grid(axis, "y")
        for offset, hatch, (method, found) in zip(OFFSETS, HATCHES, sides.items(), strict=True):
            values = [getattr(found[name], field) for name in names]
            places = np.arange(len(names)) + offset
            color = look(method).color
            bars = axis.bar(
                places, values, 0.38, color=color, label=method, hatch=hatch, ec="white"
            )
            if len(names) <= MOST_NUMBERED:
                form = "{:.3f}" if field == "f1" else "{:.3g}"
                axis.bar_label(bars, fmt=form, fontsize=8, padding=1)
        axis.set_ylabel(label)
        if field != "f1":
            axis.set_yscale("log")
            in_seconds(axis.yaxis)
            axis.set_ylim(bottom=_decade_below(sides, field))
            axis.margins(y=0.12)
    axes[0].set_ylim(0, 1.12)
    axes[0].set_title(f"{first} against {second}, data sets from small to large")
    name_ticks(axes[-1], [f"{name}*" if name in unequal else name for name in names])
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper right", ncols=2)
    return figure


def draw_speedup(compared: ComparableRows, first: str, second: str) -> Figure:
    """How many times faster the first is, by data set, with the mean over data sets."""
    factors = speedups(compared, first, second)
    equal = compared.with_equal_rows(first, second)
    alike = "; as many rows for both" if len(equal.tasks) < len(compared.tasks) else ""
    figure, (axis,) = canvas(1, 1, 3.4, equal.caption + alike)
    grid(axis, "y")
    mean = float(np.mean(list(factors.values())))
    axis.bar(range(len(factors)), list(factors.values()), 0.6, color=look(first).color)
    axis.axhline(mean, color=GRAY, linestyle="--", lw=1, zorder=0.9)  # behind the bars
    axis.annotate(f"mean {mean:.3g}×", (1, mean), (4, 0), va="center", **AT_RIGHT_END)
    ended = profiles(equal, second, finished=True)
    least = {name: "" if name in ended else "≥ " for name in factors}  # it would have taken longer
    name_ticks(axis, [f"{name}\n{least[name]}{each:.3g}×" for name, each in factors.items()])
    axis.set_ylabel("times faster")
    axis.set_title(f"runtime of {second} over that of {first}, data sets from small to large")
    return figure


def _unequal(compared: ComparableRows, first: str, second: str) -> set[str]:
    """Data sets of which one of the two was given fewer rows, so that times do not compare."""
    return set(compared.datasets) - set(compared.with_equal_rows(first, second).datasets)


def _decade_below(sides: Sides, field: str) -> float:
    """Where bars on a logarithmic axis begin."""
    values = [getattr(each, field) for found in sides.values() for each in found.values()]
    return float(10.0 ** np.floor(np.log10(np.nanmin(values)) - 0.2))
