"""Categories put into another one, wholly or in part."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.levels import level_shares, moved
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.words import percent, quoted


def propose(case: Case) -> Iterator[Proposal]:
    """What one category lost, another gained."""
    column = case.column
    if not column.categorical or len(column.labels) < 2:
        return
    shares = level_shares(column)
    names = column.labels
    target = int(np.argmax(shares.gain))
    if shares.lost and len(shares.new) <= 1:
        gone = quoted([names[level] for level in shares.lost])
        values = moved(column.reference, dict.fromkeys(shares.lost, target))
        verb = "is" if len(shares.lost) == 1 else "are"
        yield Proposal(f"{gone} {verb} now part of '{names[target]}'", values, 0.5)
    source = int(np.argmin(shares.gain))
    if source == target or target in shares.new or shares.query[source] == 0:
        return
    part = float(-shares.gain[source] / shares.reference[source])
    chosen = case.rng.random(len(column.reference)) < part
    values = np.where(chosen, moved(column.reference, {source: target}), column.reference)
    words = f"{percent(part)} of '{names[source]}' are now in '{names[target]}'"
    # Without relations, rows of the one kind may as well be fewer and those of the other more.
    yield Proposal(words, values, 1, {"share": part}, at_most=at_most(case.related))
