"""A relation before and after: rows of the reference and of the query, side by side."""

from __future__ import annotations

from collections.abc import Container, Sequence

from markupsafe import Markup

from featureshift.explain import PairView, Partner, Points
from featureshift.report.axis import Axis, spanning
from featureshift.report.dates import DAY
from featureshift.report.labels import UNNAMED, Labels, said
from featureshift.report.numbers import relation
from featureshift.report.visible import visible

MOST_POINTS = 200
"""In each panel: enough to see a relation, few enough to keep the file small."""
WIDTH, HEIGHT = 340, 196
LEFT, PANEL, GAP = 34, 146, 14
TOP, FLOOR = 20, 160
_GOLDEN = 0.618034
"""Multiples of it, modulo 1, spread evenly: categories are drawn as bands, not as lines."""

_PICTURE = Markup(
    '<svg class="chart scatter" viewBox="0 0 {width} {height}" role="img" '
    'aria-labelledby="{id}t {id}d"><title id="{id}t">{title}</title>'
    '<desc id="{id}d">{description}</desc>{panels}{y_ticks}'
    '<text x="{middle}" y="{bottom}" text-anchor="middle">{x_name}</text></svg>'
)
_PANEL = Markup(
    '<text class="side" x="{left}" y="12">{side}</text>'
    '<path class="axis" d="M{left} {top}V{floor}H{right}"/>'
    '<path class="dots {css}" d="{dots}"/>{ticks}'
)
_LABEL = Markup('<text x="{x:.4g}" y="{y:.4g}" text-anchor="{anchor}">{text}</text>')


def scatter(
    view: PairView,
    name: str,
    partner: Partner | None,
    mark: str,
    dated: Container[str] = (),
    labels: Labels = UNNAMED,
) -> Markup:
    """Two panels with common axes: the shifted column upward, its partner to the right.

    ``dated`` holds the names of columns of instants.
    """
    y = _axis(view.reference.y + view.query.y, view.y_labels, FLOOR - 3, TOP + 3, name in dated)
    sides = ("reference", view.reference), ("query", view.query)
    panels = Markup("").join(
        _panel(view, y, i, side, view.partner in dated, label)
        for i, (side, label) in enumerate(zip(sides, labels, strict=True))
    )
    return _PICTURE.format(
        width=WIDTH,
        height=HEIGHT,
        id=mark,
        title=f"{visible(name)} against {visible(view.partner)}, before and after",
        description=visible(said(describe(partner), labels), 300),
        panels=panels,
        y_ticks=Markup("").join(
            _LABEL.format(x=LEFT - 5, y=y.place(value) + 3.5, anchor="end", text=text)
            for value, text in _ticks(y, view.y_labels, 3, 7 if y.dated else 5)
        ),
        middle=LEFT + PANEL + GAP / 2,
        bottom=HEIGHT - 4,
        x_name=visible(view.partner, 40),
    )


def describe(partner: Partner | None) -> str:
    """The picture in words, for those who do not see it."""
    if partner is None:
        return "Each point is one row."
    return (
        f"Each point is one row. The {partner.measure} is {relation(partner.reference)} in the "
        f"reference and {relation(partner.query)} in the query."
    )


def _panel(
    view: PairView, y: Axis, position: int, side: tuple[str, Points], dated: bool, label: str
) -> Markup:
    left = LEFT + position * (PANEL + GAP)
    values = view.reference.x + view.query.x
    x = _axis(values, view.x_labels, left + 3, left + PANEL - 3, dated)
    ticks = (
        _LABEL.format(x=x.place(value), y=FLOOR + 14, anchor="middle", text=text)
        for value, text in _ticks(x, view.x_labels, 3, 10)
    )
    return _PANEL.format(
        left=left,
        top=TOP - 2,
        floor=FLOOR,
        right=left + PANEL,
        side=visible(label, 20),
        css=side[0],
        dots=_dots(side[1], x, y, bool(view.x_labels), bool(view.y_labels)),
        ticks=Markup("").join(ticks),
    )


def _axis(
    values: Sequence[float], labels: Sequence[str], start: float, end: float, dated: bool
) -> Axis:
    if labels:
        return Axis(-0.5, len(labels) - 0.5, start, end)
    return spanning(values, start, end, dated=dated)


def _dots(points: Points, x: Axis, y: Axis, x_bands: bool, y_bands: bool) -> str:
    """Points as one path: a stroke of no length with round ends is a dot."""
    path = []
    for i, (right, up) in enumerate(zip(points.x[:MOST_POINTS], points.y, strict=False)):
        spread = ((i * _GOLDEN) % 1 - 0.5) * 0.6
        place = x.place(right + spread * x_bands), y.place(up + spread * y_bands)
        path.append(f"M{place[0]:.4g} {place[1]:.4g}h0")
    return "".join(path)


def _ticks(axis: Axis, labels: Sequence[str], most: int, longest: int) -> list[tuple[float, str]]:
    if axis.dated:  # of a long time the day does not matter, of a short one the year
        part = slice(0, longest) if axis.width > 90 * DAY else slice(5, 5 + longest)
        return [(value, text[part]) for value, text in axis.labels(most)]
    if not labels:
        return axis.labels(most, 3)
    every = -(-len(labels) // most)
    return [(float(i), visible(labels[i], longest)) for i in range(0, len(labels), every)]
