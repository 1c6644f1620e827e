"""Names beside points, so that none covers another name, a point or the frame."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.publish.figures.style import GRAY

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation
    from matplotlib.transforms import Bbox

CLEARANCE = 5.0
"""Pixels around a point that a name keeps off."""
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
REACHES = (8, 14, 22, 32, 44, 58, 74)
"""Points between a name and its point; beyond the first two a line connects them."""


def place_labels(
    axis: Axes, points: Sequence[tuple[float, float]], names: Sequence[str]
) -> list[Annotation]:
    """Write each name as near to its point as is free; call it when the limits are final."""
    figure = axis.figure.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()  # the layout moves axes when it is first drawn
    taken = [_around(*axis.transData.transform(point)) for point in points]
    placed = []
    order = sorted(range(len(points)), key=lambda k: (-points[k][1], points[k][0]))
    for k in order:
        label = _free_place(axis, points[k], names[k], taken)
        taken.append(_box(label))
        placed.append(label)
    return placed


def _free_place(
    axis: Axes, point: tuple[float, float], name: str, taken: Sequence[Bbox]
) -> Annotation:
    frame = axis.get_window_extent()
    label = None
    for reach, direction in product(REACHES, DIRECTIONS):
        if label is not None:
            label.remove()
        label = _write(axis, point, name, reach, direction)
        box = _box(label)
        inside = frame.contains(box.x0, box.y0) and frame.contains(box.x1, box.y1)
        if inside and not any(box.overlaps(other) for other in taken):
            break
    assert label is not None
    return label


def _write(
    axis: Axes,
    point: tuple[float, float],
    name: str,
    reach: float,
    direction: tuple[int, int],
) -> Annotation:
    dx, dy = np.array(direction) / np.hypot(*direction) * reach
    line = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.5, "shrinkB": 4}
    return axis.annotate(
        name,
        point,
        (dx, dy),
        textcoords="offset points",
        ha={1: "left", 0: "center", -1: "right"}[direction[0]],
        va={1: "bottom", 0: "center", -1: "top"}[direction[1]],
        fontsize=8.5,
        arrowprops=line if reach > REACHES[1] else None,
    )


def _box(label: Annotation) -> Bbox:
    """Of the name alone: the label's own includes the line to its point."""
    from matplotlib.text import Text

    label.get_window_extent()  # moves the name to its place
    return Text.get_window_extent(label)


def _around(x: float, y: float) -> Bbox:
    from matplotlib.transforms import Bbox

    return Bbox([[x - CLEARANCE, y - CLEARANCE], [x + CLEARANCE, y + CLEARANCE]])
