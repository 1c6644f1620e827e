"""A table of results as text, Markdown or CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Sequence

from featureshift.bench.aggregate import Comparison, Summary

Cells = Sequence[Sequence[str]]


def layout(summaries: Sequence[Summary], style: str, *, metric: str, by: str) -> str:
    """One line a method and group."""
    head = ["method", by, f"mean {metric}", "95 % interval", "median", "tasks", "unfinished"]
    head += ["mean s", "max s"]
    body = [
        [
            each.method,
            each.group,
            f"{each.mean:.3f}",
            f"{each.low:.3f} to {each.high:.3f}",
            f"{each.median:.3f}",
            str(each.n_tasks),
            str(each.unfinished),
            _seconds(each.seconds_mean),
            _seconds(each.seconds_max),
        ]
        for each in summaries
    ]
    return STYLES[style]([head, *body])


def describe(comparison: Comparison, metric: str) -> str:
    """A paired comparison in one sentence."""
    return (
        f"{comparison.first} against {comparison.second} on {comparison.n_tasks} tasks: mean "
        f"{metric} differs by {comparison.difference:+.3f} ({comparison.low:+.3f} to "
        f"{comparison.high:+.3f}), {comparison.wins} wins, {comparison.ties} ties, "
        f"{comparison.losses} losses, Wilcoxon p = {comparison.p_value:.2g}"
    )


def as_text(cells: Cells) -> str:
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    lines = ["  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(line.rstrip() for line in lines)


def as_markdown(cells: Cells) -> str:
    head, *body = [
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells
    ]
    return "\n".join([head, "|" + "---|" * len(cells[0]), *body])


def as_csv(cells: Cells) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(cells)
    return text.getvalue().rstrip("\n")


STYLES: dict[str, Callable[[Cells], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "csv": as_csv,
}


def _seconds(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3g}"
