"""More or fewer cells are missing; those that are there are as before."""

from __future__ import annotations

from collections.abc import Iterator

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import percent

NOTICEABLE = 0.005


def propose(case: Case) -> Iterator[Proposal]:
    """Whatever is present is compared as it is."""
    before, after = case.column.missing
    if abs(after - before) < NOTICEABLE:
        return
    words = f"{percent(after)} of the cells are missing instead of {percent(before)}"
    numbers = {"missing_before": before, "missing_after": after}
    yield Proposal(words, case.column.reference, 0.5, numbers, missing_open=True)
