"""Write docs/benchmarks.md and draw its figures."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from benchmarks.publish.commands.options import RESULTS, Flag, Tasks
from featureshift.errors import AbsentDataError, WeightsError


def page(
    *,
    out: Path = Path("docs/benchmarks.md"),
    results: Path = RESULTS,
    data: Path | None = None,
    images: str = "mnist",
    text_only: Flag = False,
    tasks: Tasks = None,
) -> int:
    """Write the page of benchmarks, and its figures into a directory `figures` beside it.

    Parameters
    ----------
    out
        The file to write.
    results
        Directory of result files.
    data
        Directory of tables with a MANIFEST.csv; with it, the figures of images are drawn anew.
    images
        The table of square images.
    text_only
        Leave the figures as they are.
    """
    from benchmarks.publish.figures import alternatives, draw_results
    from benchmarks.publish.load_results import load_results
    from benchmarks.publish.page import render_page

    collected, place = load_results(results, tasks), out.parent / "figures"
    if not collected.rows:
        raise AbsentDataError(
            f"no results in {str(results)!r}", remedy="run `featureshift bench run` first"
        )
    if not text_only:
        draw_results(collected, place, _drawn)
    if data is not None:
        _draw_images(images, data, place)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(render_page(collected, alternatives(collected, place)), encoding="utf-8")
    return 0


def figures(
    *,
    out: Path,
    results: Path = RESULTS,
    data: Path | None = None,
    images: str = "mnist",
    tasks: Tasks = None,
) -> int:
    """Draw the figures that the results allow, as SVG files.

    Parameters
    ----------
    out
        Directory to write to.
    results
        Directory of result files.
    data
        Directory of tables with a MANIFEST.csv; with it, methods are also shown at work on images.
    images
        The table of square images.
    """
    from benchmarks.publish.figures import draw_results
    from benchmarks.publish.load_results import load_results

    draw_results(load_results(results, tasks), out, _drawn)
    if data is not None:
        _draw_images(images, data, out)
    return 0


def _draw_images(images: str, data: Path, out: Path) -> None:
    """Images are an extra: without their table or the weights, a note is all."""
    from benchmarks.publish.figures import draw_images

    try:
        draw_images(images, data, out, _drawn)
    except (AbsentDataError, WeightsError) as missing:
        Console(stderr=True).print(f"no figures of images: {missing}", markup=False)


def _drawn(name: str) -> None:
    Console(stderr=True).print(f"drew {name}", markup=False, highlight=False)
