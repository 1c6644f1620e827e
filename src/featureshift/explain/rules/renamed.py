"""Categories under new names, or under each other's."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import combinations

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.levels import LevelShares, level_shares, moved
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent

EXCHANGED = 4
"""Categories among which two may have been exchanged, those whose shares changed most."""


def propose(case: Case) -> Iterator[Proposal]:
    """Lost categories matched with new ones of like size; or two that exchanged their sizes."""
    column = case.column
    if not column.categorical:
        return
    shares = level_shares(column)
    names = column.labels
    if shares.lost and len(shares.lost) == len(shares.new):
        by_size = list(zip(shares.lost, shares.new, strict=True))
        for pairs in (by_size, _by_spelling(shares, names)):
            shown = ", ".join(f"'{names[a]}' is now '{names[b]}'" for a, b in pairs[:3])
            more = f" and {len(pairs) - 3} more" if len(pairs) > 3 else ""
            renames = {names[a]: names[b] for a, b in pairs}
            values = moved(column.reference, dict(pairs))
            yield Proposal(shown + more, values, 0.5, renames=renames)
    if len(shares.new) == 1 and not shares.lost:
        yield from _partly(case, shares.new[0])
    if not shares.lost and not shares.new:
        most_changed = np.argsort(-np.abs(shares.gain), kind="stable")[:EXCHANGED].tolist()
        for a, b in combinations(most_changed, 2):
            values = moved(column.reference, {a: b, b: a})
            renames = {names[a]: names[b], names[b]: names[a]}
            words = f"'{names[a]}' and '{names[b]}' are exchanged"
            yield Proposal(words, values, 1, renames=renames)


def _by_spelling(shares: LevelShares, names: tuple[str, ...]) -> list[tuple[int, int]]:
    """Each lost category with the new one that is spelled most alike, largest first."""
    left, pairs = list(shares.new), []
    for old in shares.lost:
        best = max(left, key=lambda new: _likeness(names[old], names[new]))
        left.remove(best)
        pairs.append((old, best))
    return pairs


def _likeness(first: str, second: str) -> float:
    return SequenceMatcher(None, first.casefold()[:50], second.casefold()[:50]).ratio()


def _partly(case: Case, new: int) -> Iterator[Proposal]:
    shares = level_shares(case.column)
    old = int(np.argmin(shares.gain))
    part = float(np.clip(-shares.gain[old] / shares.reference[old], 0, 1))
    names = case.column.labels
    chosen = case.rng.random(len(case.column.reference)) < part
    values = np.where(chosen, moved(case.column.reference, {old: new}), case.column.reference)
    words = f"{percent(part)} of '{names[old]}' are now called '{names[new]}'"
    yield Proposal(words, values, 1, {"share": part}, {names[old]: names[new]})
