"""Values beyond a limit set to the limit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent, value

FEW = 0.005
PILED = 0.4
"""Share of what lay beyond that must now be found at the limit."""


def propose(case: Case) -> Iterator[Proposal]:
    """Where the query ends in a heap and the reference goes on beyond it."""
    column = case.column
    if column.categorical or min(len(column.before), len(column.after)) == 0:
        return
    bottom, top = float(column.after[0]), float(column.after[-1])
    beyond = float((column.before > top).mean()), float((column.before < bottom).mean())
    high = top if _piled(column, top, beyond[0]) else np.inf
    low = bottom if _piled(column, bottom, beyond[1]) else -np.inf
    if bottom == top or not (np.isfinite(high) or np.isfinite(low)):
        return
    parts = [f"above {value(high, column.dated)}"] if np.isfinite(high) else []
    parts += [f"below {value(low, column.dated)}"] if np.isfinite(low) else []
    share = beyond[0] * np.isfinite(high) + beyond[1] * np.isfinite(low)
    words = f"values {' and '.join(parts)} are cut off to that limit ({percent(share)} of the rows)"
    numbers = {"high": high} if np.isfinite(high) else {}
    numbers |= {"low": low} if np.isfinite(low) else {}
    yield Proposal(words, np.clip(column.reference, low, high), 0.5, numbers)


def _piled(column: ColumnPair, limit: float, beyond: float) -> bool:
    grown = float((column.after == limit).mean() - (column.before == limit).mean())
    return beyond > FEW and grown > PILED * beyond
