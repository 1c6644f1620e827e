"""A column of another type."""

from __future__ import annotations

from collections.abc import Iterator

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.tables import Kind


def propose(case: Case) -> Iterator[Proposal]:
    """Types that can be compared but are not the same; one without values says nothing."""
    before, after = case.column.own_kinds
    if before is after or Kind.EMPTY in (before, after):
        return
    words = f"the column is {before} in the reference and {after} in the query"
    yield Proposal(words, case.column.reference, 0)
