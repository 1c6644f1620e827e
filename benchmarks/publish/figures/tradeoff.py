"""F1 against what it costs: mean and longest runtime, and time for each cell of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.figures.labels import place_labels
from benchmarks.publish.figures.style import canvas, caption_of, grid, in_seconds, look, shown
from benchmarks.publish.profiles import Profile, overall, profiles

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw_runtime_mean(compared: ComparableRows) -> Figure:
    return _runtimes(compared, "mean")


def draw_runtime_median(compared: ComparableRows) -> Figure:
    return _runtimes(compared, "median")


def draw_cost(compared: ComparableRows) -> Figure:
    """Time for a million cells, which does not depend on how large the tables happened to be."""
    figure, (axis,) = canvas(1, 1, 3.9, caption_of(compared))
    costs = [
        float(np.mean([each.seconds / each.cells * 1e6 for each in _all(compared, method)]))
        for method in compared.methods
    ]
    scores = [summary.mean for summary in compared.summaries]
    axis.set_xlim(*_around(costs))
    _scatter(axis, compared.methods, costs, scores)
    axis.set_title("speed against accuracy: higher is better, further left is cheaper")
    axis.set_xlabel("seconds for a million cells, mean over data sets")
    axis.set_ylabel("mean F1")
    _label(axis, compared.methods, costs, scores)
    return figure


def _runtimes(compared: ComparableRows, center: str) -> Figure:
    figure, axes = canvas(2, 1, 6.6, caption_of(compared), sharex=True, sharey=True)
    found = [overall(compared, method, center) for method in compared.methods]
    scores = [each.f1 for each in found]
    panels = (
        (f"{center} runtime over data sets", [each.seconds for each in found]),
        (
            "longest runtime of a task",
            [each.seconds_max for each in found],
        ),
    )
    axes[0].set_xlim(*_around([each for _, seconds in panels for each in seconds]))  # shared
    for axis, (title, seconds) in zip(axes, panels, strict=True):
        _scatter(axis, compared.methods, seconds, scores)
        axis.set_title(f"{center} F1 against {title}")
        axis.set_ylabel(f"{center} F1 over data sets")
    axes[-1].set_xlabel("seconds")
    for axis, (_, seconds) in zip(axes, panels, strict=True):
        _label(axis, compared.methods, seconds, scores)
    return figure


def _all(compared: ComparableRows, method: str) -> Sequence[Profile]:
    return list(profiles(compared, method).values())


def _scatter(
    axis: Axes, methods: Sequence[str], seconds: Sequence[float], scores: Sequence[float]
) -> None:
    grid(axis, "both")
    axis.set_xscale("log")
    in_seconds(axis.xaxis)
    for method, x, y in zip(methods, seconds, scores, strict=True):
        each = look(method)
        size = each.size(7.4)
        axis.scatter(x, y, size**2, color=each.color, marker=each.marker, linewidths=0, zorder=3)
    axis.set_ylim(max(0.0, min(scores) - 0.12), 1.06)


def _around(seconds: Sequence[float]) -> tuple[float, float]:
    """Ends of a logarithmic axis that leave room for names."""
    return float(np.nanmin(seconds)) / 2.2, float(np.nanmax(seconds)) * 2.2


def _label(
    axis: Axes, methods: Sequence[str], seconds: Sequence[float], scores: Sequence[float]
) -> None:
    points = list(zip(seconds, scores, strict=True))
    place_labels(axis, points, shown(methods))
