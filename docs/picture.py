"""Draw docs/clinics.png: what happened to the columns of the demonstration.

Run with ``python docs/picture.py``; needs the [publish] extra.
"""

from pathlib import Path

import matplotlib as mpl
import numpy as np

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Patch

from featureshift.corpus.clinic import two_clinics

REFERENCE, QUERY = "#2b6ca3", "#b8470b"  # as in the report: told apart with any color vision


def draw(path: Path) -> None:
    clinics = two_clinics(5000, np.random.default_rng(0))
    reference, query = clinics.reference, clinics.query
    plt.rcParams.update({"font.size": 9.5, "axes.spines.top": False, "axes.spines.right": False})
    figure, axes = plt.subplots(1, 4, figsize=(10, 2.4), layout="constrained")
    titles = (
        "glucose: other unit",
        "temperature: rounded",
        "smoker: relabeled",
        "weight: wrong join",
    )
    for axis, title in zip(axes, titles, strict=True):
        axis.set_title(title, fontsize=10, loc="left")
        axis.set_yticks([])
    for axis, name, bins in (
        (axes[0], "glucose", 60),
        (axes[1], "temperature", np.arange(34.95, 38.5, 0.1)),
    ):
        edges = np.histogram_bin_edges(np.concatenate([reference[name], query[name]]), bins)
        for table, color in ((reference, REFERENCE), (query, QUERY)):
            axis.hist(np.array(table[name]), edges, color=color, alpha=0.75)
    levels = ["never", "former", "current"]
    for offset, table, color in ((-0.2, reference, REFERENCE), (0.2, query, QUERY)):
        texts = np.array(table["smoker"].to_pylist())
        shares = [np.mean(texts == level) for level in levels]
        axes[2].bar(np.arange(3) + offset, shares, 0.4, color=color, alpha=0.85)
    axes[2].set_xticks(range(3), levels)
    points = [
        np.stack([np.array(table[name])[:500] for name in ("waist_cm", "weight_kg")])
        for table in (reference, query)
    ]
    order = np.random.default_rng(0).permutation(1000)  # or the query would cover the reference
    colors = np.repeat([REFERENCE, QUERY], 500)[order]
    axes[3].scatter(*np.concatenate(points, axis=1)[:, order], s=3, c=colors, alpha=0.7)
    axes[0].set_xlabel("mg/dL, in the query mmol/L")
    axes[1].set_xlabel("°C")
    axes[2].set_ylabel("share")
    axes[3].set_xlabel("waist, cm")
    axes[3].set_ylabel("weight, kg")
    handles = [Patch(color=REFERENCE, label="reference"), Patch(color=QUERY, label="query")]
    figure.legend(handles=handles, loc="outside right center", frameon=False)
    figure.savefig(path, dpi=160)


if __name__ == "__main__":
    draw(Path(__file__).with_name("clinics.png"))
