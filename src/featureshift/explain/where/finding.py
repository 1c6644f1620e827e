"""Is a change confined to some rows? Conditions that look so are held against the rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.diagnoses import ACCEPTED, CHANGED, GAIN, likeliest
from featureshift.explain.evidence import Where
from featureshift.explain.proposals import Proposal, judge, judge_unchanged
from featureshift.explain.where.condition import told
from featureshift.explain.where.families import Family
from featureshift.explain.where.search import Found, screen
from featureshift.explain.where.sharpen import sharpened
from featureshift.explain.where.traces import traces

CLEARLY = 12.0
"""Squared standard errors beyond what the best of so many conditions has by chance."""
LOOKED_AT = 4
"""Conditions that are held against the rows, of different columns."""
MOST = 0.9
"""Share of the rows: what is true of more is true of all."""
SIMPLER = {"levels": 1.0, "cuts": 0.95, "order": 0.9}
"""Two conditions that hold for the same rows: the one that says more wins."""

Columns = Mapping[str, ColumnPair]
Masks = tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]


class Confined(NamedTuple):
    where: Where
    inside: Case
    """Of the rows where the condition holds, in both tables."""


def confined(
    case: Case,
    tried: Sequence[Family],
    columns: Columns,
    rebuilt: Callable[[Columns], Case],
    n_rows: int,
) -> Confined | None:
    """The condition under which the column changed and outside of which it did not.

    None where it changed everywhere, or where one mishap done to all rows explains it as well.
    ``rebuilt`` makes the case anew from some rows of ``columns``; the query has ``n_rows``.
    """
    tried = [family for family in tried if family.feature != case.column.feature]
    left = traces(case)
    if left.query.shape[1] == 0:
        return None
    conditions = sum(len(family.sets) for family in tried) * left.query.shape[1]
    least = 2 * math.log(conditions) + CLEARLY
    screened = [found for family in tried if (found := screen(family, left)) is not None]
    best = sorted(screened, key=_preference)[:LOOKED_AT]
    sharp = [sharpened(found, left) for found in best if found.score > least]
    for found in sorted(sharp, key=_preference):
        masks = _masks(found)
        if found.score > least and 0 < masks[1].mean() <= MOST:
            inside = rebuilt(_restricted(columns, found, masks))
            outside = rebuilt(_restricted(columns, found, _opposite(found, masks)))
            if _holds(inside, outside, conditions) and not _everywhere(
                case, inside, outside, found, masks
            ):
                share = float(masks[1].mean())
                return Confined(told(found.condition, found.family.column, share, n_rows), inside)
    return None


def _preference(found: Found) -> float:
    return -found.score * SIMPLER[found.family.kind]


def _masks(found: Found) -> Masks:
    """Rows of reference, query and ordered query; an order is no matter of the reference."""
    reference, query, ordered = (found.condition.holds(v) for v in found.family.values)
    if found.family.kind == "order":
        reference = np.ones_like(reference)
    return reference, query, ordered


def _opposite(found: Found, masks: Masks) -> Masks:
    reference = masks[0] if found.family.kind == "order" else ~masks[0]
    return reference, ~masks[1], ~masks[2]


def _restricted(columns: Columns, found: Found, masks: Masks) -> dict[str, ColumnPair]:
    if found.family.kind != "order":
        return {name: column.restricted(*masks) for name, column in columns.items()}
    # Kept rows of a stretch may be neighbors; those that are kept as such stand elsewhere.
    places, rows = np.unique(found.family.values[1], return_index=True)
    inside = masks[1][rows]
    order = rows[inside], places[inside].astype(np.int64)
    every = np.ones(len(rows[inside]), bool)
    return {
        name: column.with_order(*order).restricted(masks[0], masks[1], every)
        for name, column in columns.items()
    }


def _holds(inside: Case, outside: Case, conditions: int) -> bool:
    """Whether it changed inside, though so many conditions were tried, and did not outside."""
    within, without = judge_unchanged(inside), judge_unchanged(outside)
    # Ends of a condition are estimated: a few outliers may be left beyond them.
    body = -math.log10(max(outside.identity.p, 1e-300))
    kept = max(body, without.relation, without.missing) < CHANGED
    return kept and within.beyond(0.0) > GAIN + math.log10(conditions)


def _everywhere(case: Case, inside: Case, outside: Case, found: Found, masks: Masks) -> bool:
    """Whether the likeliest mishap, done to all rows, fits inside and outside alike."""
    proposal = likeliest(case)
    if proposal is None:
        return False
    values = _with_gaps(case, proposal)
    done = replace(proposal, values=values, missing_open=False)
    sides = (inside, masks[0]), (outside, _opposite(found, masks)[0])
    return all(
        judge(side, replace(done, values=values[mask])).misfit <= ACCEPTED for side, mask in sides
    )


def _with_gaps(case: Case, proposal: Proposal) -> NDArray[np.float64]:
    """A mishap that leaves the share of missing cells open leaves it as it is in the query."""
    before, after = case.column.missing
    if not proposal.missing_open or after <= before:
        return proposal.values
    lost = case.rng.random(len(proposal.values)) < (after - before) / (1 - before)
    return np.where(lost, np.nan, proposal.values)
