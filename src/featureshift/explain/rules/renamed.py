"""Categories under new names, or under each other's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.levels import LevelShares, level_shares, moved
from featureshift.explain.proposals import Proposal
from featureshift.explain.renames.likeness import likeness
from featureshift.explain.renames.pairing import paired
from featureshift.explain.renames.spelling import rewriting
from featureshift.explain.words import percent, quoted

EXCHANGED = 4
"""Categories among which two may have been exchanged, those whose shares changed most."""
ALIKE = 0.6
"""Two names that are one with a slip of the pen."""
MOST_PAIRED = 50
"""Categories that are paired one by one."""


def propose(case: Case) -> Iterator[Proposal]:
    """By spelling, by relations, by frequency, in this order of what they prove."""
    column = case.column
    if not column.categorical:
        return
    shares = level_shares(column)
    spelled = list(_spelled(case, shares))
    yield from spelled
    if shares.lost and len(shares.lost) == len(shares.new) <= MOST_PAIRED and not spelled:
        yield _paired(case, shares)
    if len(shares.new) == 1 and not shares.lost and not spelled:
        yield from _partly(case, shares.new[0])
    if not shares.lost and not shares.new:
        yield from _exchanged(case, shares)


def _spelled(case: Case, shares: LevelShares) -> Iterator[Proposal]:
    """One rule for all names, in all rows or in some."""
    column = case.column
    had, has = np.unique(column.before).astype(int), np.unique(column.after).astype(int)
    gone, came = np.setdiff1d(had, has).tolist(), np.setdiff1d(has, had).tolist()
    names = [column.labels[level] for level in came]
    changed = [column.labels[level] for level in (*shares.lost, *shares.new)]
    if not changed:
        return
    rule = rewriting([column.labels[level] for level in gone], names, changed)
    if rule is not None:
        into = _codes(column, rule.names)
        words = _told(column, rule.words, rule.names, len(had))
        yield Proposal(words, moved(column.reference, into), 0.5, renames=rule.names)
        return
    rule = rewriting(
        [column.labels[level] for level in had.tolist()], names, changed[len(shares.lost) :]
    )
    if rule is not None and not shares.lost:
        yield _in_some_rows(case, rule.words, rule.names, shares)


def _codes(column: ColumnPair, names: Mapping[str, str]) -> dict[int, int]:
    places = {label: code for code, label in enumerate(column.labels)}
    return {places[old]: places[new] for old, new in names.items()}


def _told(column: ColumnPair, rule: str, names: Mapping[str, str], levels: int) -> str:
    """The rule, in how many categories, and an example: the most frequent one."""
    scope = "in all levels" if len(names) == levels else f"in {len(names):,} of {levels:,} levels"
    old = next(label for label in column.labels if label in names)
    return f"{rule} ({scope}): '{old}' is now '{names[old]}'"


def _in_some_rows(case: Case, rule: str, names: Mapping[str, str], shares: LevelShares) -> Proposal:
    column = case.column
    into = _codes(column, names)
    part = float(shares.query[list(into.values())].sum() / shares.reference[list(into)].sum())
    chosen = case.rng.random(len(column.reference)) < part
    values = np.where(chosen, moved(column.reference, into), column.reference)
    old = next(label for label in column.labels if label in names)
    words = f"in about {percent(part)} of the rows {rule}: '{old}' is also '{names[old]}'"
    return Proposal(words, values, 1, {"share": part}, names)


def _paired(case: Case, shares: LevelShares) -> Proposal:
    """One by one; what is known by frequency alone is never certain."""
    column = case.column
    names, evidence = paired(case, shares.lost, shares.new)
    alike = _by_likeness(column, shares)
    if alike is not None and evidence != "relations":
        names, evidence = alike, "spelling"
    elif len(names) == 1:
        evidence = "frequency"
    return Proposal(
        _one_by_one(column, names, evidence),
        moved(column.reference, names),
        0.5,
        renames={column.labels[a]: column.labels[b] for a, b in names.items()} if evidence else {},
        at_most={"frequency": "medium", "": "low"}.get(evidence, "high"),
    )


def _one_by_one(column: ColumnPair, names: Mapping[int, int], evidence: str) -> str:
    if not evidence:
        old, new = (quoted([column.labels[k] for k in side]) for side in (names, names.values()))
        return f"{old} are now {new}; which became which cannot be told"
    pairs = [f"'{column.labels[a]}' is now '{column.labels[b]}'" for a, b in names.items()]
    return ", ".join(pairs[:3]) + (f" and {len(pairs) - 3} more" if len(pairs) > 3 else "")


def _by_likeness(column: ColumnPair, shares: LevelShares) -> dict[int, int] | None:
    """Each old name with the new one that is spelled most alike, if all are, and no other is."""
    table = np.array(
        [[likeness(column.labels[a], column.labels[b]) for b in shares.new] for a in shares.lost]
    )
    best = table.argmax(axis=1)
    if len(set(best.tolist())) < len(best) or table.max(axis=1).min() <= ALIKE:
        return None
    if len(best) > 1 and (np.sort(table, axis=1)[:, -2] > table.max(axis=1) - 0.1).any():
        return None
    return {a: shares.new[k] for a, k in zip(shares.lost, best.tolist(), strict=True)}


def _exchanged(case: Case, shares: LevelShares) -> Iterator[Proposal]:
    names = case.column.labels
    most_changed = np.argsort(-np.abs(shares.gain), kind="stable")[:EXCHANGED].tolist()
    for a, b in combinations(most_changed, 2):
        values = moved(case.column.reference, {a: b, b: a})
        words = f"'{names[a]}' and '{names[b]}' are exchanged"
        renames = {names[a]: names[b], names[b]: names[a]}
        at_most = "high" if case.related else "medium"
        yield Proposal(words, values, 1, renames=renames, at_most=at_most)


def _partly(case: Case, new: int) -> Iterator[Proposal]:
    shares = level_shares(case.column)
    old = int(np.argmin(shares.gain))
    part = float(np.clip(-shares.gain[old] / shares.reference[old], 0, 1))
    names = case.column.labels
    chosen = case.rng.random(len(case.column.reference)) < part
    values = np.where(chosen, moved(case.column.reference, {old: new}), case.column.reference)
    words = f"{percent(part)} of '{names[old]}' are now called '{names[new]}'"
    at_most = "high" if likeness(names[old], names[new]) > ALIKE else "medium"
    yield Proposal(words, values, 1, {"share": part}, {names[old]: names[new]}, at_most=at_most)
