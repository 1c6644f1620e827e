"""Two columns that are related to each other alone: when that breaks, who of them changed?

Nothing tells. Whoever was flagged, the diagnosis names the other one too, and is not confident.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from featureshift.explain.columns import ColumnPair
from featureshift.explain.evidence import Diagnosis
from featureshift.explain.relations import Relation, relate

WITNESS = 0.2
"""The least relation by which a third column tells that one of the two is as it was."""


def alternative(
    feature: str, broken: Sequence[Relation], columns: Mapping[str, ColumnPair]
) -> str | None:
    """The only column whose relation to ``feature`` broke, unless a third one is its witness.

    A third one is related to it, so that a change of it would have shown there.
    """
    if len(broken) != 1:
        return None
    partner = broken[0].partner
    others = (columns[name] for name in columns if name not in (feature, partner))
    witnessed = any(abs(relate(columns[partner], other).reference) > WITNESS for other in others)
    return None if witnessed else partner


def doubted(diagnoses: Sequence[Diagnosis], other: str) -> tuple[Diagnosis, ...]:
    """What happened to a column may have happened to the other one instead.

    >>> [made] = doubted([Diagnosis("shuffled", "values are shuffled", "high")], "b")
    >>> made.words, made.confidence
    ("values are shuffled, or those of 'b': no third column tells", 'medium')
    """
    if diagnoses[0].code == "unclear":
        words = f"only its relation to '{other}' changed: no third column tells which of them did"
        return (Diagnosis("unclear", words, "low"),)
    return tuple(
        replace(
            each,
            words=f"{each.words}, or those of '{other}': no third column tells",
            confidence="medium" if each.confidence == "high" else each.confidence,
        )
        for each in diagnoses
    )
