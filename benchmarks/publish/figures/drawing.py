"""Draw what can be drawn into a directory, and say what is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.publish.figures.registry import IMAGE_FIGURES, pictures
from benchmarks.publish.figures.save import digest, save_figure
from benchmarks.publish.figures.style import styled
from benchmarks.publish.image_study import study_images
from benchmarks.publish.load_results import Results
from featureshift.methods import make_localizer

Report = Callable[[str], object]


def draw_results(results: Results, out: Path, report: Report = lambda _: None) -> None:
    """Every figure that result files give, one SVG file each."""
    with styled():
        for name, picture in pictures(results).items():
            save_figure(picture.draw(), out / f"{name}.svg", title=picture.alt, stamp=picture.stamp)
            report(name)


def draw_images(
    dataset: str, folder: Path | None, out: Path, report: Report = lambda _: None
) -> None:
    """The figures of a table of images; raises AbsentDataError or WeightsError without it."""
    methods = dict.fromkeys(figure.method for figure in IMAGE_FIGURES.values())
    studies = {method: study_images(dataset, make_localizer(method), folder) for method in methods}
    with styled():
        for name, figure in IMAGE_FIGURES.items():
            own = studies[figure.method]
            stamp = digest((each.manipulation, each.outcomes) for each in own)
            save_figure(figure.draw(own), out / f"{name}.svg", title=figure.alt, stamp=stamp)
            report(name)


def alternatives(results: Results, directory: Path) -> dict[str, str]:
    """What each figure shows, by name: those of the results, and images that were drawn before."""
    images = {
        name: figure.alt
        for name, figure in IMAGE_FIGURES.items()
        if (directory / f"{name}.svg").exists()
    }
    return {name: picture.alt for name, picture in pictures(results).items()} | images
