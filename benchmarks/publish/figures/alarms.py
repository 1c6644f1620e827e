"""False alarms where nothing is shifted, by width of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.publish.alarms import (
    Alarms,
    alarms_by_width,
    bands_of,
    quietest_first,
    widest_comparison,
)
from benchmarks.publish.figures.maps import draw_map
from benchmarks.publish.figures.style import canvas, grid, intervals, look
from benchmarks.publish.load_results import Results
from benchmarks.publish.wilson import wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw_alarms(results: Results) -> Figure:
    """A map of methods and widths, and beside it all widths together with their intervals."""
    compared = widest_comparison(results)
    assert compared is not None  # the registry asks for this figure only where there are rows
    total = quietest_first(compared.rows)
    bands, shares = bands_of(compared.rows), alarms_by_width(compared.rows)
    caption = f"suite {compared.suite}: {len(compared.tasks)} pairs, {len(compared.rows):,} runs"
    if compared.unfinished:
        caption += f", {compared.unfinished} of them unfinished and left out"
    figure, (left, right) = canvas(
        1,
        2,
        1.6 + 0.27 * len(total),
        f"{caption}; all methods decide alone",
        sharey=True,
        gridspec_kw={"width_ratios": [1.9, 1]},
    )
    values = [
        [100 * shares[m, band].share if (m, band) in shares else np.nan for band in bands]
        for m in total
    ]
    draw_map(left, values, worst=100, best=0, digits=0)
    left.set_xticks(range(len(bands)), [f"{low:,}–{high:,}" for low, high in bands])
    left.set_yticks(range(len(total)), list(total))
    left.set_xlabel("columns of the table")
    left.set_title("pairs without a shift in which anything is flagged, %")
    _bars(right, total)
    right.set_xlabel("all widths, 95 % interval")
    return figure


def _bars(axis: Axes, total: Mapping[str, Alarms]) -> None:
    grid(axis, "x")
    shares = [100 * found.share for found in total.values()]
    low, high = 100 * np.array([wilson(found.share, found.pairs) for found in total.values()]).T
    axis.barh(range(len(total)), shares, 0.6, color=[look(method).color for method in total])
    intervals(axis, low, high)
    beside = axis.get_yaxis_transform()  # to the right of the axis, at the height of the bar
    for place, share in enumerate(shares):
        axis.text(1.06, place, f"{share:.1f}", va="center", fontsize=8.5, transform=beside)
    axis.set_xlim(0, 1.05 * max(high))
    axis.tick_params(length=0)
