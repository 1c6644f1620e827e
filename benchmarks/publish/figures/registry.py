"""Every figure that result files alone can give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.publish.alarms import widest_comparison
from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.figures.ablation import draw_ablation
from benchmarks.publish.figures.alarms import draw_alarms
from benchmarks.publish.figures.bars import draw_f1
from benchmarks.publish.figures.calibration import draw_reliability
from benchmarks.publish.figures.duel import draw_duel, draw_speedup
from benchmarks.publish.figures.groups import (
    draw_datasets_mean,
    draw_datasets_median,
    draw_manipulations_mean,
    draw_manipulations_median,
)
from benchmarks.publish.figures.images import draw_maps, draw_pixels
from benchmarks.publish.figures.save import digest
from benchmarks.publish.figures.size import draw_size
from benchmarks.publish.figures.thresholds import draw_thresholds
from benchmarks.publish.figures.tradeoff import draw_cost, draw_runtime_mean, draw_runtime_median
from benchmarks.publish.image_study import ImageStudy
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import speedups

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Picture:
    """A figure that can be drawn; its file is ``<name>.svg``."""

    name: str
    alt: str
    """What is to be seen, for those who do not see it."""
    stamp: str
    """Digest of the rows it shows."""
    draw: Callable[[], Figure]


@dataclass(frozen=True)
class SuiteFigure:
    """Drawn for each compared suite in which two methods, and those it names, take part."""

    alt: str
    draw: Callable[[ComparableRows], Figure]
    methods: tuple[str, ...] = ()
    tells: Callable[[ComparableRows], bool] = lambda _: True
    """Whether it would show anything of these rows."""


@dataclass(frozen=True)
class OtherFigure:
    alt: str
    draw: Callable[[Results], Figure]
    rows: Callable[[Results], tuple[object, ...]]
    """What it shows; the figure is left out where there is nothing."""


def _duel(first: str, second: str) -> dict[str, SuiteFigure]:
    sides = first, second
    return {
        f"duel-{first}-{second}": SuiteFigure(
            f"bars of F1, mean and longest runtime of {first} and {second} by data set",
            partial(draw_duel, first=first, second=second),
            sides,
        ),
        f"speedup-{first}-{second}": SuiteFigure(
            f"bars of how many times faster {first} is than {second} by data set, with the mean",
            partial(draw_speedup, first=first, second=second),
            sides,
            lambda compared: len(speedups(compared, first, second)) > 1,
        ),
    }


SUITE_FIGURES: dict[str, SuiteFigure] = {
    "f1": SuiteFigure("bars of mean and median F1 by method", draw_f1),
    "runtime": SuiteFigure(
        "mean F1 of each method against its mean and its longest runtime", draw_runtime_mean
    ),
    "runtime-median": SuiteFigure(
        "median F1 of each method against its median and its longest runtime", draw_runtime_median
    ),
    "cost": SuiteFigure("mean F1 of each method against its time for a cell", draw_cost),
    "size": SuiteFigure("mean runtime of each method against the size of the data set", draw_size),
    "manipulation": SuiteFigure(
        "map of mean F1 by method and manipulation", draw_manipulations_mean
    ),
    "manipulation-median": SuiteFigure(
        "map of median F1 by method and manipulation", draw_manipulations_median
    ),
    "dataset": SuiteFigure("map of mean F1 by method and data set", draw_datasets_mean),
    "dataset-median": SuiteFigure("map of median F1 by method and data set", draw_datasets_median),
    **_duel("fslnet", "datafix"),
    **_duel("graphnet", "datafix"),
}

OTHER_FIGURES: dict[str, OtherFigure] = {
    "false-alarms": OtherFigure(
        "share of pairs without a shift in which a method flags anything, by width",
        draw_alarms,
        lambda results: compared.rows if (compared := widest_comparison(results)) else (),
    ),
    "ablation": OtherFigure(
        "bars of mean F1 of FSL-Net with some of its parts, with the paper's numbers",
        draw_ablation,
        lambda results: results.ablated.rows if results.ablated else (),
    ),
    "thresholds": OtherFigure(
        "mean F1 of thresholded statistical measures against the threshold",
        draw_thresholds,
        lambda results: results.sweep,
    ),
    "reliability": OtherFigure(
        "share of really shifted features against the probability a method gave",
        draw_reliability,
        lambda results: results.reliability,
    ),
}


@dataclass(frozen=True)
class ImageFigure:
    """Needs a table of images, so it is drawn only where one is given."""

    alt: str
    draw: Callable[[Sequence[ImageStudy]], Figure]
    method: str
    """The one that is shown at work."""


def _pixels(method: str) -> dict[str, ImageFigure]:
    alt = f"images of the query with pixels that {method} found, missed and falsely flagged"
    return {f"images-pixels-{method}": ImageFigure(alt, draw_pixels, method)}


IMAGE_FIGURES: dict[str, ImageFigure] = {
    **_pixels("graphnet"),
    **_pixels("fslnet"),
    # The maps are those that fslnet reads, so its outcomes are what they may explain.
    "images-maps": ImageFigure(
        "squared difference of both tables' maps for each pixel, by outcome of fslnet",
        draw_maps,
        "fslnet",
    ),
}


def pictures(results: Results) -> dict[str, Picture]:
    """Those that the results allow, by name, in the order of the registries."""
    found = []
    for compared in results.comparisons.values():
        if len(compared.methods) > 1:
            found += _of_suite(compared)
    for name, figure in OTHER_FIGURES.items():
        if rows := figure.rows(results):
            found.append(Picture(name, figure.alt, digest(rows), partial(figure.draw, results)))
    return {picture.name: picture for picture in found}


def _of_suite(compared: ComparableRows) -> list[Picture]:
    stamp = digest(compared.rows)
    return [
        Picture(
            f"{compared.suite}/{name}",
            f"{figure.alt}, suite {compared.suite}",
            stamp,
            partial(figure.draw, compared),
        )
        for name, figure in SUITE_FIGURES.items()
        if set(figure.methods) <= set(compared.methods) and figure.tells(compared)
    ]
