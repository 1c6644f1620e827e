"""From logits to a cut: a probability of one half, once anything is shown to be shifted.

The highest of many logits is high by itself, and the more so the wider the table. Pairs without a
shift, from tables kept apart, tell how high it must be.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.trained import probability

HALF = 0.5
"""The paper's cut."""


def needed_logit(n_features: int, calibration: Mapping[str, float]) -> float:
    """What the highest logit of a table this wide must exceed for anything to be shifted.

    >>> needed_logit(100, {"cut": 0.5, "slope": 0.5}) > needed_logit(10, {"cut": 0.5, "slope": 0.5})
    True
    """
    return calibration["cut"] + calibration["slope"] * float(np.log(max(n_features, 1)))


def own_cut(logits: NDArray[np.float64], calibration: Mapping[str, float] | None) -> float:
    """The probability above which features are shifted; one half without a calibration.

    >>> own_cut(np.array([-5.0, 1.0, 3.0]), {"cut": 2.0, "slope": 0.0})
    0.5
    >>> round(own_cut(np.array([-5.0, 1.0, 1.5]), {"cut": 2.0, "slope": 0.0}), 2)
    0.88
    """
    if not calibration or not len(logits):
        return HALF
    needed = needed_logit(len(logits), calibration)
    return HALF if logits.max() > needed else max(HALF, float(probability(needed)))
