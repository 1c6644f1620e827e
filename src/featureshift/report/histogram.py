"""Both distributions of a numeric column in one small picture.

The reference is an area and the query a line, so that they are told apart without color.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from markupsafe import Markup

from featureshift.explain import Chart
from featureshift.report.axis import Axis
from featureshift.report.dates import instant
from featureshift.report.labels import UNNAMED, Labels, said
from featureshift.report.numbers import number
from featureshift.report.visible import visible

WIDTH, HEIGHT = 320, 128
TOP, FLOOR = 8, 104
TICKS = 4
LOWEST_PEAK = 0.4
"""Of the height of the picture: what is lower cannot be read."""

_PICTURE = Markup(
    '<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{id}t {id}d">'
    '<title id="{id}t">{title}</title><desc id="{id}d">{description}</desc>'
    '<g id="{id}">{outlines}</g>'
    '<path class="axis" d="M4 {floor}H{right}"/>{ticks}</svg>'
)
_OUTLINES = Markup('<path class="reference area" d="{}"/><path class="query line" d="{}"/>')
_SPARK = Markup(
    '<svg class="spark" viewBox="0 0 320 108" preserveAspectRatio="none" aria-hidden="true">'
    "{}</svg>"
)
_TICK = Markup('<path class="axis" d="M{x} {floor}v4"/><text x="{x}" y="{y}"{anchor}>{text}</text>')


def is_histogram(chart: Chart) -> bool:
    """Whether there is anything to draw: a column without numbers has no cells."""
    return not chart.categorical and len(chart.edges) > 1


def histogram(
    chart: Chart, name: str, mark: str, *, dated: bool = False, labels: Labels = UNNAMED
) -> Markup:
    """The chart of a numeric column as SVG; ``mark`` makes its ids unique on the page."""
    axis = Axis(chart.edges[0], chart.edges[-1], 4, WIDTH - 4, dated)
    places = [axis.place(edge) for edge in chart.edges]
    steps = [_steps(places, heights) for heights in _heights(chart, places)]
    return _PICTURE.format(
        width=WIDTH,
        height=HEIGHT,
        id=mark,
        title=f"Distribution of {visible(name)} in {' and '.join(map(visible, labels))}",
        description=visible(said(describe(chart, dated=dated), labels), 300),
        outlines=_OUTLINES.format(f"{steps[0]}Z", steps[1]),
        floor=FLOOR,
        right=WIDTH - 4,
        ticks=Markup("").join(_tick(axis.place(v), text) for v, text in axis.labels(TICKS)),
    )


def sparkline(chart: Chart, mark: str) -> Markup:
    """The same at a glance: the picture with this mark again, or categories side by side."""
    if is_histogram(chart):
        return _SPARK.format(Markup('<use href="#{}"/>').format(mark))
    if not chart.labels:
        return _SPARK.format("")
    places = [4 + i * (WIDTH - 8) / len(chart.labels) for i in range(len(chart.labels) + 1)]
    tallest = max((*chart.reference, *chart.query), default=0.0) or 1.0
    sides = [[share / tallest for share in side] for side in (chart.reference, chart.query)]
    return _SPARK.format(_OUTLINES.format(f"{_steps(places, sides[0])}Z", _steps(places, sides[1])))


def describe(chart: Chart, *, dated: bool = False) -> str:
    """The picture in words, for those who do not see it."""
    span = chart.edges[-1] - chart.edges[0]
    sides = (("reference", chart.reference), ("query", chart.query))
    said = []
    for side, shares in sides:
        ends = _middle_half(chart.edges, shares)
        at = dated and not math.isnan(ends[0])
        low, high = (instant(end, span) if at else number(end) for end in ends)
        said.append(f"half of the {side} values lie between {low} and {high}")
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."


def own_scales(chart: Chart) -> bool:
    """Whether one side is so much more peaked that each needs a scale of its own to be seen."""
    peaks = [max(side) for side in _sides(chart, chart.edges)]
    return 0 < min(peaks) < LOWEST_PEAK * max(peaks)


def _heights(chart: Chart, places: Sequence[float]) -> list[list[float]]:
    """Of both sides, as shares of the tallest; no peak is below LOWEST_PEAK."""
    sides = _sides(chart, places)
    tallest = max(map(max, sides)) or 1.0
    grown = [max(LOWEST_PEAK * tallest / (max(side) or 1.0), 1.0) for side in sides]
    return [
        [height * by / tallest for height in side] for side, by in zip(sides, grown, strict=True)
    ]


def _sides(chart: Chart, places: Sequence[float]) -> list[list[float]]:
    return [_densities(shares, places) for shares in (chart.reference, chart.query)]


def _densities(shares: Sequence[float], places: Sequence[float]) -> list[float]:
    """Heights that make areas comparable where cells differ in width."""
    widths = [right - left for left, right in pairwise(places)]
    least = (places[-1] - places[0]) / 400 or 1.0
    return [
        share / max(width, least) if math.isfinite(share) else 0.0
        for share, width in zip(shares, widths, strict=True)
    ]


def _steps(places: Sequence[float], heights: Sequence[float]) -> str:
    """From the first cell that holds anything to the last: no line where there is nothing."""
    filled = [i for i, height in enumerate(heights) if height > 0] or [0]
    cells = range(filled[0], filled[-1] + 1)
    tops = (f"V{FLOOR - (FLOOR - TOP) * heights[i]:.4g}H{places[i + 1]:.4g}" for i in cells)
    return f"M{places[filled[0]]:.4g} {FLOOR}{''.join(tops)}V{FLOOR}"


def _tick(x: float, text: str) -> Markup:
    room = 2.5 * len(text)
    anchor = "start" if x < room else "end" if x > WIDTH - room else "middle"
    attribute = Markup(' text-anchor="{}"').format(anchor)
    return _TICK.format(x=f"{x:.4g}", floor=FLOOR, y=FLOOR + 17, anchor=attribute, text=text)


def _middle_half(edges: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """The quartiles, as near as the cells tell."""
    heard = np.nan_to_num(np.asarray(shares, float)).cumsum()
    if not heard[-1] > 0:
        return math.nan, math.nan
    low, high = np.interp(heard[-1] * np.array([0.25, 0.75]), [0.0, *heard], edges)
    return float(low), float(high)
