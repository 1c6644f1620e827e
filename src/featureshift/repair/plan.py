"""What of an explanation can be undone, and what not and why: settled before a cell is touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from featureshift.errors import OptionError
from featureshift.explain import ColumnExplanation, Explanation, Where
from featureshift.explain.evidence import CONFIDENCES
from featureshift.explain.words import quoted
from featureshift.repair.registry import LOST, REPAIRS
from featureshift.repair.step import Step
from featureshift.result import Localization
from featureshift.rows.copies import Copies

COPIES = "duplicate-rows"
RENAMED, NUMBERS_AS_TEXT = "renamed column", "numbers as text"
"""Changes of the schema that can be undone."""


@dataclass(frozen=True)
class Planned:
    step: Step
    code: str
    """Of the diagnosis."""
    where: Where | None
    """The rows to which it is confined."""

    @property
    def words(self) -> str:
        words = self.step.words
        return words if self.where is None else f"{words}, {self.where.words}"


@dataclass(frozen=True)
class Left:
    """A shifted column that stays as it is."""

    column: str | None
    """None for what is about rows."""
    code: str
    """Of the diagnosis."""
    why: str

    def __str__(self) -> str:
        return f"{self.column or 'rows'}: {self.why}"


@dataclass(frozen=True)
class Plan:
    steps: tuple[Planned, ...]
    left: tuple[Left, ...]
    drops_copies: bool = False
    """Whether rows that repeat an earlier one are dropped."""
    renames: tuple[tuple[str, str], ...] = ()
    """Pairs (name of a column in the query, its name in the reference)."""
    texts: tuple[str, ...] = ()
    """Columns that hold numbers as text."""

    @property
    def steps_on_numbers(self) -> tuple[Planned, ...]:
        """Those that need no text to be read before."""
        texts = set(self.texts)
        return tuple(each for each in self.steps if texts.isdisjoint(each.step.columns))


def plan_repair(
    result: Localization, confidence: str = "high", explanation: Explanation | None = None
) -> Plan:
    """Steps for what is known with this confidence at least; the rest is left, with the reason.

    Explains the result unless its explanation is given.
    """
    if confidence not in CONFIDENCES:
        raise OptionError(
            f"unknown confidence {confidence!r}", expected=" or ".join(map(repr, CONFIDENCES))
        )
    sure = CONFIDENCES[: CONFIDENCES.index(confidence) + 1]
    explanation = result.explain() if explanation is None else explanation
    found = [_planned(column, explanation, sure) for column in explanation.columns]
    steps = dict.fromkeys(each for each in found if isinstance(each, Planned))
    mended = {name for each in steps for name in each.step.columns}
    return Plan(
        steps=tuple(steps),
        left=(
            *(each for each in found if isinstance(each, Left) and each.column not in mended),
            *_not_looked_at(explanation),
        ),
        drops_copies=_has_copies_of_its_own(result),
        renames=tuple((c.other, c.column) for c in _changes(result, RENAMED) if c.other),
        texts=tuple(c.column for c in _changes(result, NUMBERS_AS_TEXT)),
    )


def _changes(result: Localization, kind: str) -> list[Any]:
    """Of the schema, where the result has a verdict on it."""
    changes = getattr(getattr(result, "schema", None), "changes", ())
    return [change for change in changes if change.kind == kind and change.column is not None]


def _planned(
    column: ColumnExplanation, explanation: Explanation, sure: tuple[str, ...]
) -> Planned | Left:
    first = column.diagnoses[0]
    if column.passenger_of:
        return Left(column.feature, first.code, f"it only follows {quoted(column.passenger_of)}")
    if first.code not in REPAIRS:
        return Left(column.feature, first.code, LOST.get(first.code, "there is no repair for this"))
    if first.confidence not in sure:
        why = f"what happened is known with {first.confidence} confidence only: {first.words}"
        return Left(column.feature, first.code, why)
    step = REPAIRS[first.code](column, explanation)
    if isinstance(step, str):
        return Left(column.feature, first.code, step)
    return Planned(step, first.code, column.where)


def _not_looked_at(explanation: Explanation) -> Iterator[Left]:
    for name in explanation.not_explained:
        yield Left(name, "unclear", "only the most certain columns were looked at")
    for name, diagnosis in explanation.retyped.items():
        yield Left(name, diagnosis.code, diagnosis.words)


def _has_copies_of_its_own(result: Localization) -> bool:
    """Whether rows of the query repeat by accident, and those of the reference do not."""
    facts = result.table
    if facts is None or facts.copies_are_natural:
        return False
    only_query = Copies(0.0, facts.copies_query, natural=False).matter
    return only_query and not Copies(facts.copies_reference, 0.0, natural=False).matter
