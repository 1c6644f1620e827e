"""Two methods on each data set: F1, mean and longest runtime, and how much faster the first is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from featureshift.bench.basis import Basis
from featureshift.bench.figures.style import GRAY, canvas, grid, in_seconds, look, name_ticks
from featureshift.bench.profiles import Profile, profiles

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ABOVE: dict[str, Any] = {
    "textcoords": "offset points",
    "ha": "center",
    "fontsize": 8.5,
    "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 0.5},  # a line may cross it
}
"""How a number stands above its bar."""
Sides = dict[str, dict[str, Profile]]


def draw_duel(basis: Basis, first: str, second: str) -> Figure:
    """Three panels with the data sets from small to large."""
    sides, names = _sides(basis, first, second)
    figure, axes = canvas(3, 1, 6.2, basis.caption, sharex=True)
    panels = ("mean F1", "f1"), ("mean seconds", "seconds"), ("longest, seconds", "seconds_max")
    for axis, (label, field) in zip(axes, panels, strict=True):
        grid(axis, "y")
        for offset, (method, found) in zip((-0.2, 0.2), sides.items(), strict=True):
            values = [getattr(found[name], field) for name in names]
            places = np.arange(len(names)) + offset
            axis.bar(places, values, 0.38, color=look(method).color, label=method)
        axis.set_ylabel(label)
        if field != "f1":
            axis.set_yscale("log")
            in_seconds(axis.yaxis)
            axis.set_ylim(bottom=_decade_below(sides, field))
    axes[0].set_ylim(0, 1.02)
    axes[0].set_title(f"{first} against {second}, data sets from small to large")
    name_ticks(axes[-1], names)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper right", ncols=2)
    return figure


def draw_speedup(basis: Basis, first: str, second: str) -> Figure:
    """How many times faster the first is, by data set, with the mean over data sets."""
    factors = speedups(basis, first, second)
    figure, (axis,) = canvas(1, 1, 3.4, basis.caption)
    grid(axis, "y")
    mean = float(np.mean(list(factors.values())))
    axis.bar(range(len(factors)), list(factors.values()), 0.6, color=look(first).color)
    for place, factor in enumerate(factors.values()):
        axis.annotate(f"{factor:.3g}×", (place, factor), (0, 3), **ABOVE)
    axis.axhline(mean, color=GRAY, linestyle="--", lw=1, label=f"mean {mean:.3g}×")
    name_ticks(axis, list(factors))
    axis.set_ylabel("times faster")
    axis.set_title(f"runtime of {second} over that of {first}, data sets from small to large")
    figure.legend(loc="outside upper right")
    axis.margins(y=0.12)
    return figure


def speedups(basis: Basis, first: str, second: str) -> dict[str, float]:
    """Ratio of mean runtimes, second over first, by data set from small to large."""
    sides, names = _sides(basis, first, second)
    return {name: sides[second][name].seconds / sides[first][name].seconds for name in names}


def _decade_below(sides: Sides, field: str) -> float:
    """Where bars on a logarithmic axis begin."""
    values = [getattr(each, field) for found in sides.values() for each in found.values()]
    return float(10.0 ** np.floor(np.log10(np.nanmin(values)) - 0.2))


def _sides(basis: Basis, first: str, second: str) -> tuple[Sides, list[str]]:
    sides = {method: profiles(basis, method) for method in (first, second)}
    # A slow method gets fewer rows of a wide table: the larger of the two is the data set's size.
    size = {name: max(found[name].cells for found in sides.values()) for name in sides[first]}
    return sides, sorted(size, key=lambda name: size[name])
