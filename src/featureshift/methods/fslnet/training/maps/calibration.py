"""What the highest logit of a table without a shift hardly ever exceeds, by its width."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training.maps.described import DescribedPair

ALARMS = 0.05
"""Share of pairs without a shift that may have a flag."""
SLOPES = np.linspace(0, 1.5, 31)
"""Of the logarithm of the width."""


def calibrate(model: FSLNet, unshifted: Sequence[DescribedPair]) -> dict[str, float]:
    """``cut`` and ``slope`` of ``decision.needed_logit``, from pairs without a shift."""
    highest, widths = [], []
    for pair in unshifted:
        with torch.no_grad():
            logits = model.predict(torch.from_numpy(pair.merged.astype(np.float32)))
        highest.append(float(logits.max()))
        widths.append(len(pair.changed))
    return fitted(np.array(highest), np.log(widths))


def fitted(highest: NDArray[np.float64], log_widths: NDArray[np.float64]) -> dict[str, float]:
    """The slope by which alarms are as rare in wide tables as in narrow ones.

    >>> rng = np.random.default_rng(0)
    >>> widths = rng.uniform(2, 7, 2000)
    >>> found = fitted(0.8 * widths + rng.normal(size=2000), widths)
    >>> abs(found["slope"] - 0.8) < 0.15
    True
    """
    thirds = np.array_split(np.argsort(log_widths, kind="stable"), 3)

    def unevenness(slope: float) -> float:
        cut = np.quantile(highest - slope * log_widths, 1 - ALARMS)
        alarms = highest - slope * log_widths > cut
        return float(max(abs(alarms[third].mean() - ALARMS) for third in thirds if len(third)))

    # Of slopes that do alike, the middle one.
    uneven = np.array([unevenness(slope) for slope in SLOPES])
    slope = float(np.median(SLOPES[uneven <= uneven.min() + 1e-9]))
    return {"cut": float(np.quantile(highest - slope * log_widths, 1 - ALARMS)), "slope": slope}
