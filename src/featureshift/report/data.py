"""What every form of the report is made from: plain data, with nothing left to look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.repair import Hint
from featureshift.report.labels import UNNAMED, Labels
from featureshift.result import Localization
from featureshift.tables import Note
from featureshift.tables.schema import SchemaVerdict


class State(StrEnum):
    """What the comparison says about one column; the value is its letter in compact form."""

    SHIFTED = "s"
    PASSENGER = "p"
    UNSHIFTED = "u"
    LEFT_OUT = "o"

    @property
    def words(self) -> str:
        return _STATE_WORDS[self]


_STATE_WORDS = {
    State.SHIFTED: "shifted",
    State.PASSENGER: "passenger",
    State.UNSHIFTED: "not shifted",
    State.LEFT_OUT: "left out",
}


@dataclass(frozen=True)
class KeyNumber:
    """One of the few numbers that matter."""

    value: str
    label: str


@dataclass(frozen=True)
class Fact:
    """One line of how the result was computed."""

    label: str
    text: str


@dataclass(frozen=True)
class ColumnTable:
    """All columns, one position each: the compared ones by falling score, then those left out."""

    names: tuple[str, ...]
    scores: tuple[float | None, ...]
    """None for a column that was left out."""
    effects: tuple[float | None, ...]
    """From 0 to 1; None for a column that was left out, or where it is not known."""
    states: tuple[State, ...]
    remarks: Mapping[int, str]
    """Position -> diagnosis or note, where there is one."""


@dataclass(frozen=True)
class ReportData:
    """One localization, ready for any renderer. Texts are as in the tables: nothing is escaped."""

    result: Localization
    """What the report is about; renderers for people need only the fields below."""
    title: str
    """Which table against which."""
    verdict: str
    """In one sentence, without a full stop."""
    schema: SchemaVerdict
    """Columns that are gone, new, renamed, or of another type or code; told first."""
    population: str | None
    """How the rows of the query differ as a whole, where that explains columns: told first."""
    about_rows: tuple[str, ...]
    """What is true of the rows as a whole: copies, dependence, too few."""
    caveats: tuple[str, ...]
    """What a reader of the verdict must know."""
    key_numbers: tuple[KeyNumber, ...]
    explanation: Explanation | None
    explained: tuple[ColumnExplanation, ...]
    """Shifted columns with evidence: culprits first, each group most certain first. Of those that
    moved together, one stands for all."""
    unexplained: tuple[str, ...]
    """Shifted columns without evidence, highest score first."""
    no_evidence: str | None
    """Why no column at all has evidence; None if that is not so."""
    dated: frozenset[str]
    """Of the explained columns and their partners, those that hold instants."""
    columns: ColumnTable
    n_compared: int
    n_shifted: int
    score_name: str
    """What a score is to a reader."""
    how: str
    """Method, decision, rows and time in one line."""
    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    version: str
    seconds: float
    undoable: tuple[Hint, ...] = ()
    """What can be undone with confidence; shifted columns first."""
    labels: Labels = UNNAMED
    """What the user calls the tables."""

    @cached_property
    def effect_of(self) -> Mapping[str, float | None]:
        """By the name of a column."""
        return dict(zip(self.columns.names, self.columns.effects, strict=True))

    @cached_property
    def undo_of(self) -> Mapping[str, Hint]:
        """By the name of a column; of a column that is undone twice, what is done first."""
        return {name: hint for hint in reversed(self.undoable) for name in hint.columns}

    @property
    def culprits(self) -> tuple[ColumnExplanation, ...]:
        return tuple(column for column in self.explained if not column.passenger_of)

    @property
    def passengers(self) -> tuple[ColumnExplanation, ...]:
        return tuple(column for column in self.explained if column.passenger_of)
