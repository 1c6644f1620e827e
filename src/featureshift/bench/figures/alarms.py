"""False alarms where nothing is shifted, by width of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from featureshift.bench.alarms import (
    WIDTHS,
    alarms_by_width,
    band_name,
    count_alarms,
    deciding_alone,
)
from featureshift.bench.collected import Results
from featureshift.bench.figures.style import canvas, grid, line_look

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUITE = "no-shift"


def draw_alarms(results: Results) -> Figure:
    """Share of pairs with any flag, one line a method."""
    rows = deciding_alone(results.of_suite(SUITE))
    shares = alarms_by_width(rows)
    bands = [band for band in WIDTHS if any(key[1] == band for key in shares)]
    methods = sorted(
        {method for method, _ in shares},
        key=lambda method: -count_alarms(row for row in rows if row.method == method).share,
    )
    caption = f"suite {SUITE}: {len({row.task for row in rows})} pairs, {len(rows):,} cells"
    figure, (axis,) = canvas(1, 1, 3.4, caption)
    grid(axis, "y")
    for method in methods:
        places = [k for k, band in enumerate(bands) if (method, band) in shares]
        values = [100 * shares[method, bands[k]].share for k in places]
        axis.plot(places, values, lw=1.2, label=method, **line_look(method, 7))
    axis.set_xticks(range(len(bands)), [band_name(band) for band in bands])
    axis.set_ylim(bottom=0)
    axis.set_xlabel("columns of the table")
    axis.set_ylabel("pairs with any flag, %")
    axis.set_title("false alarms: nothing is shifted in any of these pairs")
    figure.legend(loc="outside right center", fontsize=8.5)
    return figure
