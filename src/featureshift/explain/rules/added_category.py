"""A category that was not there before."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.levels import level_shares
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent, quoted


def propose(case: Case) -> Iterator[Proposal]:
    """New categories took rows from all others alike."""
    column = case.column
    if not column.categorical:
        return
    shares = level_shares(column)
    if not shares.new or shares.lost:
        return
    rng, n = case.rng, len(column.reference)
    share = float(shares.query[list(shares.new)].sum())
    odds = shares.query[list(shares.new)] / share
    chosen = (rng.random(n) < share) & ~np.isnan(column.reference)
    values = np.where(chosen, rng.choice(shares.new, n, p=odds), column.reference)
    names = quoted([column.labels[level] for level in shares.new])
    words = f"new: {names}, in {percent(share)} of the rows; the others keep their proportions"
    yield Proposal(words, values, 0.5 * len(shares.new), {"share": share})
