"""The test whether anything is shifted at all, which comes before the question which columns are.

The highest logit must pass a threshold that few tables without a shift reach. The threshold rises
with the number of columns, since the highest of many is high by itself, and with the doubt about
all of them: where a shift would hardly leave a trace, as in a table of unrelated columns, all
logits are high. It is bounded, or no shift could be found where all columns are shifted.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

UNCALIBRATED = {  # the keys are those of the metadata of weights
    "cut": 0.0,
    "cut_slope": 0.0,
    "cut_doubt": 0.0,
    "cut_most": 20.0,
}
CALM = 0.1
"""Share of the columns, the calmest ones, that tell about doubt: most shifts do not reach them."""
CALMEST = -8.0
"""Logits below this are all as calm as can be."""


def doubt(logits: NDArray[np.float64]) -> float:
    """How far even the calmest columns of a table are from calm.

    >>> doubt(np.array([-20.0] * 8 + [3.0])), doubt(np.array([-2.0] * 8 + [3.0]))
    (0.0, 6.0)
    """
    return max(0.0, float(np.quantile(logits, CALM)) - CALMEST)


def is_any_shifted(logits: NDArray[np.float64], calibration: Mapping[str, float]) -> bool:
    """Whether anything is shifted, by the highest logit.

    >>> calibration = {"cut": 0.5}
    >>> tables = [-9.0, -9.0, -9.0, 0.7], [-9.0, -9.0, -9.0, 0.2]
    >>> [is_any_shifted(np.array(logits), calibration) for logits in tables]
    [True, False]
    """
    return bool(logits.max() > any_shift_threshold(logits, calibration))


def any_shift_threshold(logits: NDArray[np.float64], calibration: Mapping[str, float]) -> float:
    """What the highest logit must pass for any column to be called shifted.

    >>> calibration = {"cut": -2.0, "cut_slope": 0.5, "cut_doubt": 0.5, "cut_most": 3.0}
    >>> tables = (10, -9), (1000, -9), (10, -4), (10, 6)
    >>> [round(any_shift_threshold(np.full(d, logit), calibration), 1) for d, logit in tables]
    [-0.8, 1.5, 1.2, 3.0]
    """
    known = {**UNCALIBRATED, **calibration}
    wide = known["cut_slope"] * np.log(len(logits))
    doubtful = known["cut_doubt"] * doubt(logits)
    return float(min(known["cut"] + wide + doubtful, known["cut_most"]))
