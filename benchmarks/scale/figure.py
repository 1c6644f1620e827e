"""Time per row and peak memory against the rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.publish.figures.save import digest, save_figure
from benchmarks.publish.figures.style import canvas, grid
from benchmarks.scale.measure import Measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOOKS = {
    "featureshift": {"color": "#D55E00", "marker": "*", "ms": 9},
    "duckdb": {"color": "#555555", "marker": "h", "ms": 6},
}
LABELS = {
    "featureshift": "featureshift locate",
    "duckdb": "DuckDB: avg, stddev, min, max",
}


def draw_scale(rows: Sequence[Measured], path: Path) -> None:
    """Medians over repeats."""
    threads = max(row.threads for row in rows)
    caption = f"two tables of 40 doubles in Parquet, {threads} threads; medians of repeats"
    figure, (left, right) = canvas(1, 2, 3.0, caption)
    _lines(left, rows, lambda row: row.seconds / (2 * row.rows) * 1e6)
    left.set_ylabel("microseconds a row")
    left.set_title("wall time")
    _lines(right, rows, lambda row: row.peak_mb)
    right.set_ylabel("MB")
    right.set_title("peak memory")
    left.legend(fontsize=8.5)
    save_figure(figure, path, title="time and memory by rows", stamp=digest(rows))


def _lines(axis: Axes, rows: Sequence[Measured], of: Callable[[Measured], float]) -> None:
    grid(axis, "both")
    sizes = sorted({row.rows for row in rows})
    for tool, label in LABELS.items():
        middles = [
            median(of(row) for row in rows if row.tool == tool and row.rows == size)
            for size in sizes
        ]
        options: dict[str, Any] = LOOKS[tool]
        axis.plot([size / 1e6 for size in sizes], middles, label=label, mew=0, **options)
    axis.set_xscale("log")
    axis.set_xticks([size / 1e6 for size in sizes], [f"{size / 1e6:g}M" for size in sizes])
    axis.minorticks_off()
    axis.set_xlabel("rows of each table")
    axis.set_ylim(bottom=0)
