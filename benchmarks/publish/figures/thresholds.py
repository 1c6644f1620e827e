"""F1 of thresholded statistical measures at every threshold, mean and max reduction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.publish.figures.style import GRAY, canvas, grid, look
from benchmarks.publish.load_results import Results
from benchmarks.publish.sweep import best

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPER_THRESHOLD = 0.002
_LINES = {"mean": ("-", "o"), "max": ("--", "D")}
"""Line and marker; both are one method and share its color."""


def draw_thresholds(results: Results) -> Figure:
    rows = results.sweep
    datasets = len({row.dataset for row in rows})
    tasks = sum({row.dataset: row.n_tasks for row in rows}.values())
    caption = f"suite local: {tasks} tasks, {datasets} data sets; sm-threshold"
    figure, (axis,) = canvas(1, 1, 3.4, caption)
    grid(axis, "both")
    thresholds = sorted({row.threshold for row in rows})
    color = look("sm-threshold").color
    for reduce, (style, marker) in _LINES.items():
        means = [
            np.mean([r.f1 for r in rows if (r.reduce, r.threshold) == (reduce, threshold)])
            for threshold in thresholds
        ]
        axis.plot(thresholds, means, color=color, linestyle=style, label=f"{reduce} of measures")
        axis.plot(*best(rows, reduce), marker, color=color, ms=6)
    axis.axvline(PAPER_THRESHOLD, color=GRAY, lw=1, linestyle=":", label="the paper's threshold")
    axis.set_xscale("log")
    axis.set_ylim(bottom=0)
    axis.set_xlabel("threshold")
    axis.set_ylabel("mean F1 over data sets")
    axis.set_title("thresholded statistical measures, best threshold marked")
    axis.legend(loc="upper right")
    return figure
