"""A look at single images."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.publish.image_study import FRACTION, MANIPULATIONS
from benchmarks.publish.load_results import Results
from benchmarks.publish.words import figure, listed, paragraphs, score
from featureshift.bench.rows import OK
from featureshift.bench.task import Task


def image_section(results: Results, drawn: Mapping[str, str]) -> str:
    shown = [figure(name, drawn) for name in drawn if name.startswith("images-")]
    if not shown:
        return ""
    return paragraphs(
        "## A look at images",
        "Five images out of the query, with what `graphnet` and then `fslnet` say about each "
        "pixel; then how far the maps that `fslnet` reads lie apart for each pixel, by what it "
        "said. A pixel that was chosen but is the same in every image, such as one in a corner, "
        "is unchanged by most manipulations, and nobody can find it.",
        _on_images(results),
        *shown,
    )


def _on_images(results: Results) -> str:
    """The paper's words on its figure, beside our F1 of the same manipulations."""
    tasks = {row.task: Task.from_id(row.task) for row in results.of_suite("local")}
    found = {
        tasks[row.task].manipulation: row.f1
        for row in results.of_suite("local")
        if (row.method, row.status) == ("fslnet", OK)
        and (tasks[row.task].dataset, tasks[row.task].fraction) == ("mnist", FRACTION)
    }
    if not set(MANIPULATIONS) <= found.keys():
        return ""
    same = found["E1"] > max(found["E5"], found["E8"])
    numbers = listed(f"{name} {score(found[name])}" for name in ("E1", "E5", "E8"))
    return (
        "The paper says of its FSL-Net that it finds E1 and is less consistent at E5 and E8; "
        f"{'so is' if same else 'not so'} ours (F1 on suite `local`, {100 * FRACTION:g} % of the "
        f"pixels as here, fewer rows: {numbers})."
    )
