"""``featureshift bench figures | page | curves | reliability | oracle``: results for people."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from featureshift.bench.progress import progress_on
from featureshift.errors import AbsentDataError, OptionError, WeightsError

RESULTS = Path("benchmarks/results")
Flag = Annotated[bool, Parameter(negative=())]


def figures(
    *,
    out: Path,
    results: Path = RESULTS,
    data: Path | None = None,
    images: str = "mnist",
    tasks: Path | None = None,
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
    tasks
        Another tasks.toml than the one that comes along.
    """
    from featureshift.bench.collected import read_all
    from featureshift.bench.figures import draw_results

    draw_results(read_all(results, tasks), out, _drawn)
    if data is not None:
        _draw_images(images, data, out)
    return 0


def page(
    *,
    out: Path = Path("docs/benchmarks.md"),
    results: Path = RESULTS,
    data: Path | None = None,
    images: str = "mnist",
    text_only: Flag = False,
    tasks: Path | None = None,
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
    tasks
        Another tasks.toml than the one that comes along.
    """
    from featureshift.bench.collected import read_all
    from featureshift.bench.figures import alternatives, draw_results
    from featureshift.bench.page import render_page

    collected, place = read_all(results, tasks), out.parent / "figures"
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


def reliability(
    suite: str,
    /,
    *,
    method: str = "graphnet",
    data: Path | None = None,
    out: Path = RESULTS / "reliability",
    tasks: Path | None = None,
) -> int:
    """Count how often features with a probability are really shifted.

    Parameters
    ----------
    suite
        The tasks to measure on.
    method
        One whose scores are probabilities.
    data
        Directory of tables with a MANIFEST.csv.
    out
        Directory of the file to write; data sets that it holds already are not measured again.
    tasks
        Another tasks.toml than the one that comes along.
    """
    from featureshift.bench.cell import localizer_named
    from featureshift.bench.reliability import (
        calibration_error,
        pooled,
        read_reliability,
        reliability_of,
        write_reliability,
    )
    from featureshift.bench.task import find_suite

    chosen, localizer = find_suite(suite, tasks), localizer_named(method)
    path = out / f"{localizer.info.name}.csv"
    out.mkdir(parents=True, exist_ok=True)
    rows = read_reliability(path) if path.exists() else []
    done = {row.dataset for row in rows if row.suite == suite}
    for name in dict.fromkeys(task.dataset for task in chosen.tasks if task.dataset not in done):
        with progress_on(Console(stderr=True)) as progress:
            bar = progress.add_task(name, total=sum(t.dataset == name for t in chosen.tasks))
            advance = partial(progress.advance, bar)
            rows += reliability_of(localizer, chosen, name, data, advance)
        write_reliability(path, rows)
    error = calibration_error(pooled(row for row in rows if row.suite == suite))
    Console().print(f"{localizer.info.name}: mean calibration error {error:.4f}")
    return 0


def curves(training: Path, /, *, out: Path) -> int:
    """Draw how a training went.

    Parameters
    ----------
    training
        Directory that `featureshift train` wrote to.
    out
        The SVG file to write.
    """
    from featureshift.bench.figures.save import digest, save_figure
    from featureshift.bench.figures.style import styled
    from featureshift.bench.figures.training import draw_training, read_validations

    found, name = read_validations(training), training.resolve().name
    with styled():
        figure = draw_training(found, name)
        save_figure(figure, out, title=f"training of {name}", stamp=digest(found))
    return 0


def oracle(
    suite: str,
    /,
    *,
    datasets: str,
    manipulations: str,
    data: Path | None = None,
    out: Path = RESULTS / "oracle",
    tasks: Path | None = None,
) -> int:
    """Ask how many changed features can be found at all, by a test that is told the others.

    Parameters
    ----------
    suite
        The tasks to ask about.
    datasets
        Names separated by commas.
    manipulations
        Names separated by commas.
    data
        Directory of tables with a MANIFEST.csv.
    out
        Directory of the file to write; tasks that it holds already are not asked about again.
    tasks
        Another tasks.toml than the one that comes along.
    """
    import numpy as np

    from featureshift.bench.data import dataset_of, pair_of
    from featureshift.bench.oracle import ask_oracle, read_oracle, write_oracle
    from featureshift.bench.task import find_suite
    from featureshift.corpus import Folder

    path, source = out / f"{suite}.csv", None if data is None else Folder(data)
    out.mkdir(parents=True, exist_ok=True)
    rows = read_oracle(path) if path.exists() else []
    done, kinds = {row.task for row in rows}, (datasets.split(","), manipulations.split(","))
    wanted = [
        task
        for task in find_suite(suite, tasks).tasks
        if task.dataset in kinds[0] and task.manipulation in kinds[1]
    ]
    if not wanted:
        raise OptionError(f"suite {suite!r} has no task of these data sets and manipulations")
    with progress_on(Console(stderr=True)) as progress:
        missing = [task for task in wanted if task.id not in done]
        for task in progress.track(missing, description="oracle"):
            pair = pair_of(task, dataset_of(task, source), task.rows)
            rows.append(ask_oracle(task.id, pair, np.random.default_rng(task.seed)))
            write_oracle(path, rows)
    return 0


def _draw_images(images: str, data: Path, out: Path) -> None:
    """Images are an extra: without their table or the weights, a note is all."""
    from featureshift.bench.figures import draw_images

    try:
        draw_images(images, data, out, _drawn)
    except (AbsentDataError, WeightsError) as missing:
        Console(stderr=True).print(f"no figures of images: {missing}", markup=False)


def _drawn(name: str) -> None:
    Console(stderr=True).print(f"drew {name}", markup=False, highlight=False)
