"""Pixels that were found, missed and falsely blamed, and the maps that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.publish.figures.style import canvas
from benchmarks.publish.image_study import (
    FALSE,
    FOUND,
    IMAGES,
    MISSED,
    SOUND,
    UNCHANGED,
    ImageStudy,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKS = {
    FOUND: ("#44AA99", "s"),
    MISSED: ("#D55E00", "X"),
    FALSE: ("#E69F00", "o"),
    UNCHANGED: ("#8c8c8c", "s"),
}
"""Color and marker of an outcome; sound pixels stay without."""
COLORS = {name: color for name, (color, _) in MARKS.items()} | {SOUND: "#cfcfcf"}


def draw_pixels(studies: Sequence[ImageStudy]) -> Figure:
    """Sample images of the query, one row a manipulation, marked by outcome."""
    figure, axes = canvas(len(studies), IMAGES, 1.5 * len(studies) + 0.8, _caption(studies))
    for k, study in enumerate(studies):
        row = axes[k * IMAGES : (k + 1) * IMAGES]
        for axis, image in zip(row, study.images, strict=False):
            _image(axis, image, study)
        words = f"{study.manipulation}: {_counted(study.outcomes)}"
        # Over the images beside it, which must not give way.
        row[0].text(0, 1.06, words, fontsize=9, transform=row[0].transAxes, in_layout=False)
    figure.set_layout_engine("constrained", h_pad=0.12)
    _legend(figure, MARKS)
    return figure


def draw_maps(studies: Sequence[ImageStudy]) -> Figure:
    """Squared difference of each map for each feature, one row a manipulation."""
    maps = list(studies[0].errors)
    figure, axes = canvas(
        len(studies), len(maps), 1.5 * len(studies) + 0.8, _caption(studies), sharex=True
    )
    for k, study in enumerate(studies):
        for axis, name in zip(axes[k * len(maps) : (k + 1) * len(maps)], maps, strict=True):
            _needles(axis, study, name)
            # One height for all, above the power of ten that some axes have.
            axis.set_title(f"{study.manipulation}, {name}", fontsize=9, y=1.0, pad=13)
    for axis in axes[-len(maps) :]:
        axis.set_xlabel("feature")
    _legend(figure, {name: (color, "s") for name, color in COLORS.items()})
    return figure


def _counted(outcomes: Sequence[str]) -> str:
    """
    >>> _counted([FOUND, FALSE, FALSE, SOUND])
    '1 found, 2 false alarms'
    """
    counts = Counter(outcomes)
    several = {FALSE: "s"} if counts[FALSE] > 1 else {}
    return ", ".join(
        f"{counts[name]} {name}{several.get(name, '')}" for name in MARKS if counts[name]
    )


def _image(axis: Axes, image: np.ndarray, study: ImageStudy) -> None:
    axis.imshow(image, cmap="gray_r", vmin=0, vmax=1.6, interpolation="nearest")
    axis.set_axis_off()
    outcomes = np.array(study.outcomes).reshape(image.shape)
    for name, (color, marker) in MARKS.items():
        rows, columns = np.nonzero(outcomes == name)
        axis.scatter(
            columns,
            rows,
            9,
            color="none" if marker == "s" else color,
            marker=marker,
            edgecolors=color,
            linewidths=0.9 if marker == "s" else 0,
        )


def _needles(axis: Axes, study: ImageStudy, name: str) -> None:
    """Sound features first, so that the few others are seen before them."""
    errors, outcomes = study.errors[name], np.array(study.outcomes)
    for outcome in (SOUND, UNCHANGED, FALSE, MISSED, FOUND):
        places = np.flatnonzero(outcomes == outcome)
        axis.vlines(places, 0, errors[places], COLORS[outcome], lw=0.9, rasterized=True)
    axis.set_ylim(bottom=0)
    axis.ticklabel_format(axis="y", scilimits=(-2, 3))
    axis.yaxis.get_offset_text().set_fontsize(7)
    axis.tick_params(labelsize=8)


def _caption(studies: Sequence[ImageStudy]) -> str:
    first = studies[0]
    return f"{first.method} on {first.dataset}, 5 % of {len(first.outcomes)} pixels manipulated"


def _legend(figure: Figure, marks: dict[str, tuple[str, str]]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=color, marker=marker, linestyle="none", label=name, ms=6)
        for name, (color, marker) in marks.items()
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=len(marks), fontsize=8.5)
