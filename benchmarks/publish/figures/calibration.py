"""Reliability diagram: what share of the features with a probability is really shifted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.publish.figures.style import GRAY, canvas, grid, line_look, look
from benchmarks.publish.load_results import Results
from benchmarks.publish.reliability import pooled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_reliability(results: Results) -> Figure:
    """Above, what was so against what was said; below, how many features there are to tell."""
    rows = results.reliability
    suites = ", ".join(sorted({row.suite for row in rows}))
    caption = f"suite {suites}: {sum(row.features for row in rows):,} features"
    figure, (axis, below) = canvas(
        2, 1, 4.8, caption, sharex=True, gridspec_kw={"height_ratios": (3, 1)}
    )
    axis.plot([0, 1], [0, 1], color=GRAY, lw=1, linestyle=":", label="as said")
    for method in sorted({row.method for row in rows}):
        bins = pooled(row for row in rows if row.method == method)
        said = [each.score for each in bins]
        share, count = [each.share for each in bins], [each.features for each in bins]
        axis.plot(said, share, linestyle="none", label=method, **line_look(method, 7))
        low, high = zip(*(each.interval for each in bins), strict=True)
        axis.vlines(said, low, high, look(method).color)
        below.plot(said, count, linestyle="none", **line_look(method, 5))
    for each in (axis, below):
        grid(each, "both")
    below.set_yscale("log")
    below.set_xlim(-0.02, 1.02)
    axis.set_ylim(-0.02, 1.02)
    axis.set_title("reliability: probabilities in tenths, beside the truth with its 95 % interval")
    axis.set_ylabel("share really shifted")
    below.set_ylabel("features")
    below.set_xlabel("mean probability that a method gave")
    axis.legend(loc="upper left")
    return figure
