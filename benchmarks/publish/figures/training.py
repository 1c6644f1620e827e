"""How a training went: F1 by manipulation, loss and false alarms of its validations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.publish.figures.style import GRAY, canvas, grid, look
from featureshift.errors import AbsentDataError
from featureshift.train.log import LOG_NAME, Log

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NAMES = 8
"""Of manipulations that are written beside their lines; more could not be read."""
NAME_ROOM = 0.045
"""Of the axis, that a name takes in height."""


@dataclass(frozen=True)
class Validation:
    step: int
    hours: float
    mean_f1: float
    f1: dict[str, float]
    loss: float
    false_alarms: float


def read_validations(training: Path) -> list[Validation]:
    """What the log of a training directory holds, in order."""
    log = Log(training / LOG_NAME)
    if not log.path.exists():
        raise AbsentDataError(f"no training in {str(training)!r}", expected=f"a file {LOG_NAME}")
    found = [
        Validation(
            step=line["step"],
            hours=line["seconds"] / 3600,
            mean_f1=(report := line["validation"])["mean_f1"],
            f1=report["f1"],
            loss=report["loss"],
            false_alarms=report["false_alarms"],
        )
        for line in log.read()
        if "validation" in line
    ]
    if not found:
        raise AbsentDataError(f"the training in {str(training)!r} was not validated yet")
    return found


def draw_training(validations: Sequence[Validation], name: str) -> Figure:
    last = validations[-1]
    caption = f"{name}: {len(validations)} validations in {last.step:,} steps"
    figure, (left, right) = canvas(1, 2, 3.4, caption, width_ratios=(3, 2))
    hours = [each.hours for each in validations]
    _draw_f1(left, hours, validations, look(name).color)
    right.plot(hours, [each.loss for each in validations], color="black", label="loss")
    alarms = [each.false_alarms for each in validations]
    right.plot(hours, alarms, color=GRAY, linestyle="--", label="false alarms, share of pairs")
    right.set_title("loss, pairs falsely flagged")
    right.set_ylim(0, 1.3 * right.get_ylim()[1])  # room for the legend
    right.legend(loc="upper right")
    for axis in (left, right):
        grid(axis, "y")
        axis.set_xlabel("hours of training")
    return figure


def _draw_f1(
    axis: Axes, hours: Sequence[float], validations: Sequence[Validation], color: str
) -> None:
    last = validations[-1]
    for kind in last.f1:
        axis.plot(
            hours, [each.f1.get(kind, float("nan")) for each in validations], color=GRAY, lw=0.7
        )
    axis.plot(hours, [each.mean_f1 for each in validations], color=color, lw=2.2)
    axis.set_title("validation F1, mean and by manipulation")
    axis.set_ylim(0, 1.02)
    ends = {"mean": last.mean_f1}
    if len(last.f1) <= MOST_NAMES:
        ends |= last.f1
    for text, (value, height) in _spread(ends).items():
        axis.annotate(
            f"{text} {value:.2f}",
            (1.01, height),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=8,
            color=color if text == "mean" else "black",
        )


def _spread(ends: dict[str, float]) -> dict[str, tuple[float, float]]:
    """Each value, and the nearest free height for its name, from the top down.

    >>> _spread({"a": 0.5, "b": 0.51})
    {'b': (0.51, 0.51), 'a': (0.5, 0.465)}
    """
    placed: dict[str, tuple[float, float]] = {}
    lowest = float("inf")
    for name, value in sorted(ends.items(), key=lambda end: -end[1]):
        lowest = round(min(value, lowest - NAME_ROOM), 6)
        placed[name] = value, lowest
    return placed
