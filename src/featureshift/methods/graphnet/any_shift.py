"""What proves that anything is shifted: a logit that is rare in such a table without a shift.

The highest of many logits is high by itself, and all logits are high where a shift would hardly
leave a trace, as in a table whose columns have nothing to do with each other. There is an end to
that: a logit that hardly any table without a shift has is proof whatever the others are. Without
it nothing could be proven where all columns are shifted.

Sometimes no column stands out and yet something is shifted: where two groups of columns have lost
their relation, either may have been shuffled. So it is proof as well when half of the other columns
are as doubtful as in hardly any table without a shift.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

UNCALIBRATED = {
    "cut": 0.0,
    "cut_slope": 0.0,
    "cut_doubt": 0.0,
    "cut_most": 20.0,
    "cut_others": 20.0,
}
CALM = 0.1
"""Share of the columns, the calmest ones, that tell about doubt: most shifts do not reach them."""
CALMEST = -8.0
"""Logits below this are all as calm as can be."""

FEWEST = 4
"""Columns of a table in which half of the others can prove a shift."""


def doubt(logits: NDArray[np.float64]) -> float:
    """How far even the calmest columns of a table are from calm.

    >>> doubt(np.array([-20.0] * 8 + [3.0])), doubt(np.array([-2.0] * 8 + [3.0]))
    (0.0, 6.0)
    """
    return max(0.0, float(np.quantile(logits, CALM)) - CALMEST)


def is_proven(logits: NDArray[np.float64], calibration: Mapping[str, float]) -> bool:
    """Whether anything is shifted: by the highest logit, or by half of the others.

    >>> calibration = {"cut": 0.5, "cut_others": -1.0}
    >>> tables = [-9.0, -9.0, -9.0, 0.7], [-9.0, -9.0, -9.0, 0.2], [-9.0, 0.0, 0.1, 0.2]
    >>> [is_proven(np.array(logits), calibration) for logits in tables]
    [True, False, True]
    """
    doubtful = {**UNCALIBRATED, **calibration}["cut_others"]
    return bool(logits.max() > proof(logits, calibration) or others(logits) > doubtful)


def others(logits: NDArray[np.float64]) -> float:
    """The median of all logits but the highest; of one or two columns it would say nothing.

    >>> others(np.array([3.0, -2.0, -3.0, -4.0])), others(np.array([3.0, 1.0, 1.0]))
    (-3.0, -inf)
    """
    if len(logits) < FEWEST:
        return -np.inf
    return float(np.median(np.delete(logits, np.argmax(logits))))


def proof(logits: NDArray[np.float64], calibration: Mapping[str, float]) -> float:
    """The logit that one column must pass for any to be called shifted.

    >>> calibration = {"cut": -2.0, "cut_slope": 0.5, "cut_doubt": 0.5, "cut_most": 3.0}
    >>> tables = (10, -9), (1000, -9), (10, -4), (10, 6)
    >>> [round(proof(np.full(d, logit), calibration), 1) for d, logit in tables]
    [-0.8, 1.5, 1.2, 3.0]
    """
    known = {**UNCALIBRATED, **calibration}
    wide = known["cut_slope"] * np.log(len(logits))
    doubtful = known["cut_doubt"] * doubt(logits)
    return float(min(known["cut"] + wide + doubtful, known["cut_most"]))
