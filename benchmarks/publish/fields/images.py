"""What the paper says of FSL-Net on images, beside our F1 of the same manipulations."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.publish.image_study import FRACTION, MANIPULATIONS
from benchmarks.publish.load_results import Results
from featureshift.bench.rows import OK
from featureshift.bench.task import Task


@dataclass(frozen=True)
class OnImages:
    fraction: float
    """Of the pixels, that were manipulated."""
    f1: dict[str, float]
    """Of ``fslnet`` on mnist, by manipulation."""

    @property
    def agrees(self) -> bool:
        """The paper's FSL-Net finds E1 and is less consistent at E5 and E8."""
        return self.f1["E1"] > max(self.f1["E5"], self.f1["E8"])


def on_images(results: Results) -> OnImages | None:
    rows = results.of_suite("local")
    tasks = {row.task: Task.from_id(row.task) for row in rows}
    found = {
        tasks[row.task].manipulation: row.f1
        for row in rows
        if (row.method, row.status) == ("fslnet", OK)
        and (tasks[row.task].dataset, tasks[row.task].fraction) == ("mnist", FRACTION)
    }
    if not set(MANIPULATIONS) <= found.keys():
        return None
    return OnImages(FRACTION, {name: found[name] for name in sorted(MANIPULATIONS)})
