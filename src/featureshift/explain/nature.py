"""What kind of change it is: of the column itself, of its relations, of its missing cells."""

from __future__ import annotations

from collections.abc import Collection

from featureshift.explain.case import SMALL_TABLE, Case
from featureshift.explain.margins import normal_tail
from featureshift.explain.proposals import judge_unchanged
from featureshift.explain.relations import Relation
from featureshift.tables import Kind

DIGITS = 3.0
"""Of improbability: one unshifted column in a thousand would be called changed."""
ERROR = 0.002
"""Chance that any of a column's relations to all others is called broken without being so."""


def nature(case: Case, broken: Collection[Relation]) -> str:
    """One of ``KINDS``; ``broken`` are the relations that this column is to blame for."""
    before, after = case.column.own_kinds
    if before is not after and Kind.EMPTY not in (before, after):
        return "schema"
    unchanged = judge_unchanged(case)
    least = DIGITS + case.selection
    margin = unchanged.margin > least
    relations = bool(broken) or unchanged.relation > least + case.selection
    if margin or relations:
        return "both" if margin and relations else "marginal" if margin else "joint"
    return "missingness" if unchanged.missing > least else "unclear"


def broken_relations(relations: tuple[Relation, ...], compared: int) -> tuple[Relation, ...]:
    """Those whose change is beyond chance, though both ends were picked out of many columns."""
    pairs = max(compared, 1) * max(compared / SMALL_TABLE, 1)
    return tuple(r for r in relations if 2 * normal_tail(abs(r.z)) * pairs < ERROR)
