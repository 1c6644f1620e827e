"""False alarms where nothing is shifted, by width of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from featureshift.bench.alarms import (
    WIDTHS,
    alarms_by_width,
    band_name,
    count_alarms,
)
from featureshift.bench.collected import Results
from featureshift.bench.figures.style import canvas, grid, line_look, look
from featureshift.bench.wilson import wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUITE = "no-shift"
APART = 0.08
"""Of the distance of two bands, between methods: else one point would cover another."""


def draw_alarms(results: Results) -> Figure:
    """Share of pairs with any flag and its 95 % interval, one line a method."""
    rows = results.of_suite(SUITE)
    shares = alarms_by_width(rows)
    bands = [band for band in WIDTHS if any(key[1] == band for key in shares)]
    methods = sorted(
        {method for method, _ in shares},
        key=lambda method: -count_alarms(row for row in rows if row.method == method).share,
    )
    caption = f"suite {SUITE}: {len({row.task for row in rows})} pairs, {len(rows):,} runs"
    figure, (axis,) = canvas(1, 1, 3.4, caption)
    grid(axis, "y")
    for beside, method in enumerate(methods):
        met = [k for k, band in enumerate(bands) if (method, band) in shares]
        found = [shares[method, bands[k]] for k in met]
        places = np.array(met) + APART * (beside - (len(methods) - 1) / 2)
        values = [100 * each.share for each in found]
        axis.plot(
            places, values, lw=1, label=method, clip_on=False, zorder=3, **line_look(method, 7)
        )
        low, high = 100 * np.array([wilson(each.share, each.pairs) for each in found]).T
        axis.vlines(places, low, high, look(method).color, lw=0.9, alpha=0.7)
    axis.set_xticks(range(len(bands)), [band_name(band) for band in bands])
    axis.set_ylim(bottom=0)
    axis.set_xlabel("columns of the table")
    axis.set_ylabel("pairs with any flag, %, 95 % interval")
    axis.set_title("false alarms: nothing is shifted in any of these pairs")
    figure.legend(loc="outside right center", fontsize=8.5)
    return figure
