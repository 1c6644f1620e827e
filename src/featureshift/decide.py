"""From scores to a decision: above a threshold, or the so many highest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError


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
