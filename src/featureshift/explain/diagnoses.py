"""Which mishap explains a column best: every rule proposes, one measure decides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from featureshift.event import Event
from featureshift.explain.attempt import attempt
from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.evidence import CONFIDENCES, Diagnosis
from featureshift.explain.proposals import Judged, Proposal, judge, judge_unchanged
from featureshift.explain.rules import (
    added_category,
    clipping,
    constant,
    fill,
    lost_category,
    merged,
    missingness,
    noise,
    offset,
    outliers,
    predicted,
    reflection,
    renamed,
    rounding,
    row_offset,
    scale,
    sentinel,
    shuffled,
    swapped,
    trend,
    truncated,
    type_changed,
)
from featureshift.explain.rules.dates import (
    day_month,
    daylight_saving,
    epoch,
    period,
    precision,
    time_of_day,
    weekdays,
)
from featureshift.explain.words import quoted, value

Rule = Callable[[Case], Iterator[Proposal]]

DIAGNOSES: dict[str, Rule] = {
    "type-changed": type_changed.propose,
    "scale": scale.propose,
    "offset": offset.propose,
    "reflection": reflection.propose,
    "rounding": rounding.propose,
    "clipping": clipping.propose,
    "constant-fill": fill.propose,
    "sentinel": sentinel.propose,
    "outliers": outliers.propose,
    "noise": noise.propose,
    "shuffled": shuffled.propose,
    "row-offset": row_offset.propose,
    "swapped": swapped.propose,
    "category-renamed": renamed.propose,
    "category-merged": merged.propose,
    "category-new": added_category.propose,
    "missingness": missingness.propose,
    "predicted": predicted.propose,
    "time-zone": daylight_saving.propose,
    "day-month-swapped": day_month.propose,
    "date-precision": precision.propose,
    "time-of-day": time_of_day.propose,
    "weekdays": weekdays.propose,
    "epoch-unit": epoch.propose,
    "other-period": period.propose,
    "truncated": truncated.propose,
    "category-lost": lost_category.propose,
    "trend": trend.propose,
}
"""Code of a diagnosis -> the rule that proposes it."""
NOT_OF_DATES = ("scale", "reflection", "rounding")
"""What cannot happen to an instant: it has no zero and no unit."""

ACCEPTED = 4.0
"""Digits of improbability up to which a proposal explains the query."""
GAIN = 2.5
"""By so many digits it must do better than "nothing happened"."""
RIVAL = 2.0
"""A second diagnosis this close to the first leaves doubt."""
CHANGED = 3.0
MOST_SHOWN = 3
MOST_NAMED = 6
"""Columns of the other side of an event."""


class _Candidate(NamedTuple):
    code: str
    proposal: Proposal
    judged: Judged


def diagnose(case: Case, shown: ColumnPair | None = None) -> tuple[Diagnosis, ...]:
    """Most likely first; the only one is "unclear" where no mishap reproduces the query.

    ``shown`` is the column with the rows of which people are told numbers, if these are others.
    """
    retyped = tuple(Diagnosis("type-changed", p.words, "high") for p in type_changed.propose(case))
    is_clock = next(period.propose(case), None) is not None
    constantly = None if is_clock else constant.changed(case.column)
    if constantly is not None:
        return (*retyped, constantly)
    good = _good(case)
    if not good:
        return retyped or (_unclear(case, case.column if shown is None else shown),)
    besides = f"; {period.period(case.column)}" if case.other_period else ""
    return retyped + tuple(
        Diagnosis(
            c.code,
            c.proposal.words + (besides if c.code != "other-period" else ""),
            _confidence(c, good),
            dict(c.proposal.numbers),
            dict(c.proposal.renames),
        )
        for c in good[:MOST_SHOWN]
    )


def likeliest(case: Case) -> Proposal | None:
    """The mishap behind the first diagnosis; None where that is unclear."""
    good = _good(case)
    return good[0].proposal if good else None


def _good(case: Case) -> list[_Candidate]:
    """What explains the query and is clearly better than "nothing happened", cheapest first."""
    unchanged = judge_unchanged(case)
    # Each of the three may be large by chance; small ones must not add up to a mishap.
    visible = unchanged.beyond(case.selection) >= GAIN
    most = unchanged.misfit - GAIN - case.selection
    candidates = sorted(_candidates(case), key=lambda c: c.judged.cost)
    return [
        c
        for c in candidates
        if c.judged.misfit <= ACCEPTED
        and (c.proposal.proven or (visible and c.judged.cost <= most))
    ]


def _candidates(case: Case) -> Iterator[_Candidate]:
    """The best proposal of each rule."""
    dated = case.column.dated
    for code, rule in DIAGNOSES.items():
        if dated and code in NOT_OF_DATES:
            continue
        judged = attempt(partial(_judged, code, rule, case), [])
        if judged:
            yield min(judged, key=lambda c: c.judged.cost)


def _judged(code: str, rule: Rule, case: Case) -> list[_Candidate]:
    proposals = (p for p in rule(case) if all(map(math.isfinite, p.numbers.values())))
    return [_Candidate(code, p, judge(case, p)) for p in proposals]


def _confidence(candidate: _Candidate, good: list[_Candidate]) -> str:
    if candidate is not good[0]:
        return "low"
    rivals = [c for c in good[1:] if not _same_story(c.proposal, candidate.proposal)]
    if candidate.code == "other-period":  # whatever else may have happened is of that period, too
        rivals = []
    clear = all(other.judged.cost - candidate.judged.cost > RIVAL for other in rivals)
    own = "high" if clear else "medium"
    return max(own, candidate.proposal.at_most, key=CONFIDENCES.index)


def _same_story(first: Proposal, second: Proposal) -> bool:
    """Whether two proposals make the same of the reference, in other words."""
    return np.allclose(first.values, second.values, rtol=1e-9, equal_nan=True)


def follows(culprits: tuple[str, ...]) -> Diagnosis:
    """Of a passenger."""
    names = " and ".join(f"'{name}'" for name in culprits[:3])
    words = f"not changed itself: only its relation to {names} is broken, which shifted"
    return Diagnosis("unclear", words, "low")


def moved_together(event: Event) -> Diagnosis:
    """Of each column of an event.

    >>> moved_together(Event(("a", "b"), ("c", "d", "e"))).words
    "moved together against 'c', 'd', 'e': as after a wrong join"
    """
    words = f"moved together against {quoted(event.other_side, MOST_NAMED)}: as after a wrong join"
    if event.sides_are_equal:
        return Diagnosis("moved-together", f"{words}; or these against them", "medium")
    return Diagnosis("moved-together", words, "high")


def _unclear(case: Case, shown: ColumnPair) -> Diagnosis:
    unchanged, selection = judge_unchanged(case), case.selection
    if unchanged.misfit <= ACCEPTED + selection:
        words = f"a difference was detected, but it is too small to describe{_typical(shown)}"
        return Diagnosis("unclear", words, "low")
    parts = {
        "distribution": unchanged.margin,
        "relations to other columns": unchanged.relation,
        "share of missing cells": unchanged.missing,
    }
    changed = [f"its {part}" for part, digits in parts.items() if digits > CHANGED + selection]
    words = "changed a little, cause unclear"
    if changed:
        verb = "differs" if changed == ["its distribution"] else "differ"
        words = f"changed, cause unclear: {' and '.join(changed)} {verb}"
    return Diagnosis("unclear", words, "low")


def _typical(column: ColumnPair) -> str:
    """The mean of both tables, where there is one."""
    if column.categorical or min(len(column.before), len(column.after)) == 0:
        return ""
    before, after = (
        value(float(side.mean()), column.dated) for side in (column.before, column.after)
    )
    return f" (mean {before} -> {after})"
