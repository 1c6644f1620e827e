"""Categories are gone: their cells are missing, or their rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.levels import level_shares
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent, quoted


def propose(case: Case) -> Iterator[Proposal]:
    """What is left keeps its proportions."""
    column = case.column
    if not column.categorical:
        return
    shares = level_shares(column)
    if not shares.lost or shares.new:
        return
    names = quoted([column.labels[level] for level in shares.lost])
    share = float(shares.reference[list(shares.lost)].sum())
    values = np.where(np.isin(column.reference, shares.lost), np.nan, column.reference)
    words = f"cells with {names} are missing instead ({percent(share)} of the rows)"
    yield Proposal(words, values, 0.5, {"share": share})
    if column.missing[1] < column.missing[0] + share / 2:
        words = (
            f"no rows have {names} any more ({percent(share)} had); others keep their proportions"
        )
        yield Proposal(words, values, 0.5, {"share": share}, missing_open=True, at_most="medium")
