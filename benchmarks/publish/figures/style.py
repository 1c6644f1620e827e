"""One look for all figures: a color and a marker for each method, sizes, captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.publish.count_given import is_count_given
from featureshift.errors import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

    from benchmarks.publish.comparable_rows import ComparableRows

WIDTH = 6.8
"""Inches; as SVG 650 pixels, the width of a column of text on a page."""
GRAY, LIGHT = "#6b6b6b", "#d9d9d9"


@dataclass(frozen=True)
class Look:
    """How a method is recognized: by color, and by marker where colors cannot be told apart."""

    color: str
    marker: str

    def size(self, points: float) -> float:
        """Of the marker, so that all look equally large: a star fills little of its circle."""
        return points * (1.5 if self.marker == "*" else 1.0)


LOOKS: dict[str, Look] = {
    "graphnet": Look("#D55E00", "*"),
    "fslnet": Look("#0072B2", "o"),
    "datafix": Look("#009E73", "s"),
    "knn-ks": Look("#CC79A7", "D"),
    "mb-sm": Look("#882255", "^"),
    "mb-ks": Look("#AA4499", "v"),
    "deep-sm": Look("#332288", "p"),
    "mutual-info": Look("#E69F00", "<"),
    "select-k-best": Look("#999933", ">"),
    "mrmr": Look("#56B4E9", "P"),
    "fast-cmim": Look("#117733", "X"),
    "sm-threshold": Look("#555555", "h"),
}
"""Okabe and Ito's colors, then Tol's: all can be told apart by marker too."""
_OTHER = Look("#000000", "d")


def look(method: str) -> Look:
    """Of a registered method, or the one that all others share."""
    return LOOKS.get(method, _OTHER)


def line_look(method: str, points: float) -> dict[str, Any]:
    """Options of a line with markers of that size."""
    each = look(method)
    return {"color": each.color, "marker": each.marker, "ms": each.size(points), "mew": 0}


def shown(methods: Iterable[str]) -> list[str]:
    """Names as figures write them: marked where a method is given the number of shifted columns.

    >>> shown(["graphnet", "knn-ks"])
    ['graphnet', 'knn-ks†']
    """
    return [f"{method}†" if is_count_given(method) else method for method in methods]


def caption_of(compared: ComparableRows) -> str:
    """What a figure is based on, and what its marks mean."""
    given = any(is_count_given(method) for method in compared.methods)
    return compared.caption + ("; † given the number of shifted columns" if given else "")


_SETTINGS: Any = {  # matplotlib has a type of its own for the keys
    "font.family": "DejaVu Sans",  # comes with matplotlib, so the same everywhere
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GRAY,
    "xtick.color": GRAY,
    "ytick.color": GRAY,
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "featureshift",  # or equal figures would differ in their ids
}


@contextmanager
def styled() -> Iterator[None]:
    """The settings of all figures; raises MissingExtraError without matplotlib."""
    try:
        import matplotlib as mpl
    except ImportError as cause:
        raise MissingExtraError("drawing figures", "publish") from cause
    with mpl.rc_context(_SETTINGS):
        yield


def canvas(
    rows: int, columns: int, height: float, caption: str, **options: Any
) -> tuple[Figure, Sequence[Axes]]:
    """A figure of column width with its axes, row by row, and a caption on what it is based on."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, **options)
    figure.supxlabel(caption, x=0.01, ha="left", fontsize=8, color=GRAY)
    return figure, list(axes.flat)


def name_ticks(axis: Axes, names: Sequence[str], room: int = 75) -> None:
    """Names below an axis, tilted where so many letters do not fit side by side."""
    axis.set_xticks(range(len(names)), names)
    longest = max(len(line) for name in names for line in name.split("\n"))
    if longest * len(names) > room:
        for label in axis.get_xticklabels():
            label.set(rotation=35, ha="right", rotation_mode="anchor")


def in_cells(direction: Axis) -> None:
    """Tick labels such as 50 k and 2 M on a logarithmic axis; within one decade at 2 and 5 too."""
    from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter

    low, high = direction.get_view_interval()
    if high < 30 * low:
        direction.set_major_locator(LogLocator(subs=(1, 2, 3, 5, 7)))
    direction.set_major_formatter(EngFormatter(sep=" "))
    direction.set_minor_formatter(NullFormatter())


def in_seconds(direction: Axis) -> None:
    """Tick labels such as 0.1 and 100 on a logarithmic axis, rather than powers of ten."""
    from matplotlib.ticker import NullFormatter

    direction.set_major_formatter("{x:g}")
    direction.set_minor_formatter(NullFormatter())


def grid(axis: Axes, direction: str) -> None:
    """Faint lines behind the data, across the axis that is read off."""
    axis.set_axisbelow(True)
    axis.grid(axis=direction, color=LIGHT, linewidth=0.6)  # type: ignore[arg-type]


def intervals(axis: Axes, low: Sequence[float], high: Sequence[float]) -> None:
    """One on each horizontal bar: black with a white edge, to be seen on bars of any color."""
    from matplotlib.patheffects import Normal, Stroke

    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    half = [(b - a) / 2 for a, b in zip(low, high, strict=True)]
    bars = axis.errorbar(
        middle, range(len(middle)), xerr=half, fmt="none", ecolor="black", elinewidth=1, capsize=2.5
    )
    for part in (*bars.lines[1], *bars.lines[2]):
        part.set(clip_on=False, path_effects=[Stroke(linewidth=2.6, foreground="white"), Normal()])
