"""F1 of FSL-Net with some of its parts, beside the paper's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from featureshift.bench.collected import Results
from featureshift.bench.figures.style import GRAY, canvas, grid, intervals, look
from featureshift.bench.published import ABLATION_F1
from featureshift.bench.variants import TITLES

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_ablation(results: Results) -> Figure:
    """A bar for each variant in the paper's order, and a mark where the paper's is."""
    basis = results.ablated
    assert basis is not None  # the registry asks for this figure only where there are rows
    found = {each.method: each for each in basis.summaries}
    names = [name for name in TITLES if name in found]
    figure, (axis,) = canvas(1, 1, 1.5 + 0.27 * len(names), basis.caption)
    grid(axis, "x")
    color = look("fslnet").color
    for place, name in enumerate(names):
        own = found[name]
        axis.barh(place, own.mean, 0.68, color=color, label="ours, 95 % interval")
        axis.plot(
            ABLATION_F1[name], place, "D", color="white", mec="black", label="the paper's", zorder=4
        )
        axis.text(1.02, place, f"{own.mean:.3f}", va="center", fontsize=8.5)
        axis.text(1.13, place, f"{ABLATION_F1[name]:.3f}", va="center", fontsize=8.5, color=GRAY)
    intervals(axis, [found[name].low for name in names], [found[name].high for name in names])
    axis.set_yticks(range(len(names)), [TITLES[name] for name in names])
    axis.invert_yaxis()
    axis.set_xlim(0, 1)
    axis.tick_params(length=0)
    axis.set_title("mean F1 of FSL-Net with some of its parts")
    handles, labels = axis.get_legend_handles_labels()
    kinds = dict(zip(labels, handles, strict=True))
    figure.legend(kinds.values(), kinds.keys(), loc="outside upper right", ncols=2)
    return figure
