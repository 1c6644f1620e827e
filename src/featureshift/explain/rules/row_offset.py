"""Every value one or a few rows too early or too late."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.rules.shuffled import shuffled

CLEARLY = 5.0
"""Standard errors by which relations must be better in other rows than in their own."""


def propose(case: Case) -> Iterator[Proposal]:
    """Where relations that are lost within rows are found again between rows."""
    before, after = case.strength
    if not case.related or not case.lags:
        return
    lag = max(case.lags, key=lambda k: case.lags[k])
    if lag == 0 or case.lags[lag] - case.lags[0] < CLEARLY * case.lag_error:
        return
    share = float(np.clip(1 - after / before, 0, 1))
    if case.lags[lag] < 0.5 * before:
        return
    rows = "row" if abs(lag) == 1 else "rows"
    words = (
        f"values are {abs(lag)} {rows} {'late' if lag > 0 else 'early'}: "
        f"relations to other columns are found {abs(lag)} {rows} away"
    )
    yield Proposal(words, shuffled(case, share), -1, {"rows": float(lag)})
