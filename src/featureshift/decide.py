"""From scores to a decision: above a threshold, the so many highest, or within an error budget."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError


class Scale(Enum):
    """What scores are, as far as errors can be promised."""

    PROBABILITY = "calibrated probabilities of being shifted"
    NEGATIVE_LOG_P = "negative logarithms of p-values"
    OWN = "numbers on a scale of the method's own"


class Decision(NamedTuple):
    shifted: NDArray[np.bool_]
    threshold: float | None


def decide(
    scores: NDArray[np.float64],
    eligible: NDArray[np.bool_],
    *,
    threshold: float,
    n_shifted: int | None = None,
) -> Decision:
    """Which features are shifted; one that is not ``eligible`` never is.

    >>> decide(np.array([0.1, 0.9, 0.4]), np.ones(3, bool), threshold=0.5).shifted.tolist()
    [False, True, False]
    >>> decide(np.array([0.1, 0.9, 0.4]), np.ones(3, bool), threshold=0.5, n_shifted=2)
    Decision(shifted=array([False,  True,  True]), threshold=None)
    """
    if n_shifted is None:
        return Decision(eligible & (scores > threshold), float(threshold))
    if not 0 <= n_shifted <= len(scores):
        raise OptionError(
            "n_shifted is out of range",
            expected=f"a number from 0 to the {len(scores)} features compared",
            found=str(n_shifted),
        )
    ranked = np.argsort(np.where(eligible, -scores, np.inf), kind="stable")
    shifted = np.zeros(len(scores), bool)
    shifted[ranked[:n_shifted]] = True
    return Decision(shifted & eligible, None)


def q_values(
    scores: NDArray[np.float64], eligible: NDArray[np.bool_], scale: Scale
) -> NDArray[np.float64]:
    """The share of wrong flags to expect if a feature and all with higher scores are flagged.

    [features], 1 for one that is not ``eligible``. Of probabilities, the mean of what they leave
    open; of p-values, that of Benjamini and Hochberg; other scores promise nothing.

    >>> everyone = np.ones(3, bool)
    >>> q_values(np.array([0.5, 1.0, 0.9]), everyone, Scale.PROBABILITY).round(3).tolist()
    [0.2, 0.0, 0.05]
    >>> q_values(-np.log([0.03, 0.01, 0.6]), everyone, Scale.NEGATIVE_LOG_P).round(3).tolist()
    [0.045, 0.03, 0.6]
    """
    if scale is Scale.OWN:
        raise ValueError("scores on a scale of their own have no q-values")
    found = np.ones(len(scores))
    own = scores[eligible]
    order = np.argsort(-own, kind="stable")
    flagged = np.arange(1, len(own) + 1)
    if scale is Scale.PROBABILITY:
        shares = np.cumsum(1 - own[order]) / flagged
    else:
        shares = np.exp(-own[order]) * len(own) / flagged
    ranked = np.minimum(np.minimum.accumulate(shares[::-1])[::-1], 1)
    # Features with equal scores are flagged together, so the last of them speaks for all.
    last = np.searchsorted(-own[order], -own, side="right") - 1
    found[eligible] = ranked[last]
    return found


def budget_threshold(
    scores: NDArray[np.float64], q_values: NDArray[np.float64], budget: float
) -> float:
    """The threshold above which are the most features whose q-values keep within the budget.

    >>> budget_threshold(np.array([0.5, 1.0, 0.9]), np.array([0.2, 0.0, 0.05]), 0.1)
    0.5
    """
    beyond = scores[q_values > budget]
    lowest = np.nextafter(scores.min(initial=0.0), -np.inf)
    return float(beyond.max(initial=lowest))
