"""What is true of the rows of two tables as a whole, told once and not column by column."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from featureshift.rows.copies import LEAST_SHARE, Copies, without_copies
from featureshift.rows.dependence import design_effects, ordered_rows
from featureshift.rows.few import FEWEST_ROWS, are_few
from featureshift.rows.shared import Shared, shared_rows
from featureshift.tables.kinds import Note
from featureshift.tables.pair import TablePair


@dataclass(frozen=True)
class TableFacts:
    """The part of a verdict that is about rows."""

    rows_reference: int
    rows_query: int
    copies_reference: float
    """Share of the rows that repeat another one."""
    copies_query: float
    copies_are_natural: bool
    """Whether rows are expected to repeat, as in a table of a few categories; if not, columns were
    judged without copies."""
    near_copies_reference: float
    """Share of the rows, copies aside, that repeat another in most columns."""
    near_copies_query: float
    shared_reference: float
    """Share of the rows, copies aside, that the other table has, too, at least in most columns."""
    shared_query: float
    effective_rows_reference: int
    """What the rows of the reference are worth in the columns in which they are not independent."""
    too_few_rows: bool
    """Whether either table is too short for a verdict: only values that the other does not have
    were looked for."""

    @property
    def rows_are_independent(self) -> bool:
        return self.effective_rows_reference >= self.rows_reference

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(
            Note(None, code, message)
            for code, holds, message in (
                ("duplicate-rows", self._has_accidental_copies, self._about_copies),
                ("shared-rows", self._have_shared, self._about_shared),
                ("dependent-rows", not self.rows_are_independent, self._about_dependence),
                ("too-few-rows", self.too_few_rows, self._about_few),
            )
            if holds
        )

    @property
    def faults(self) -> tuple[Note, ...]:
        """Of the notes, those to stop a pipeline for: rows too few, or repeated more often than
        before. Rows that depend on each other are the nature of a table, as are old copies.
        """
        more = self.copies_query - self.copies_reference >= LEAST_SHARE
        more |= self.near_copies_query - self.near_copies_reference >= LEAST_SHARE
        faults = {"too-few-rows", *(["duplicate-rows"] if more else [])}
        return tuple(note for note in self.notes if note.code in faults)

    @property
    def _has_accidental_copies(self) -> bool:
        copies = Copies(self.copies_reference, self.copies_query, self.copies_are_natural)
        return copies.matter or max(self.near_copies_reference, self.near_copies_query) > 0

    @property
    def _about_copies(self) -> str:
        near = ""
        if max(self.near_copies_reference, self.near_copies_query) > 0:
            near = (
                f", {self.near_copies_reference:.1%} and {self.near_copies_query:.1%} "
                "in all but a few columns"
            )
        return (
            f"rows occur more than once ({self.copies_reference:.1%} of the reference, "
            f"{self.copies_query:.1%} of the query{near}); columns were judged without copies"
        )

    @property
    def _have_shared(self) -> bool:
        return max(self.shared_reference, self.shared_query) > 0

    @property
    def _about_shared(self) -> str:
        return (
            f"the tables have rows in common ({self.shared_reference:.1%} of the reference, "
            f"{self.shared_query:.1%} of the query, wholly or in most columns)"
        )

    @property
    def _about_dependence(self) -> str:
        return (
            f"rows are not independent: effective rows {self.effective_rows_reference:,} "
            f"of {self.rows_reference:,} in the reference"
        )

    @property
    def _about_few(self) -> str:
        return (
            f"too few rows to judge ({self.rows_reference:,} and {self.rows_query:,}; "
            f"{FEWEST_ROWS} of each are needed)"
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


def look_at_rows(pair: TablePair) -> tuple[TablePair, TableFacts]:
    """The pair as its columns are to be judged, and what is to be told of its rows."""
    rows = pair.reference.n_rows, pair.query.n_rows
    pair, copies, telling = without_copies(pair)
    shared = shared_rows(pair.reference.sample, pair.query.sample, telling)
    effect = design_effects(ordered_rows(pair.reference)).typical
    facts = TableFacts(
        *rows,
        copies.reference,
        copies.query,
        copies.natural,
        *copies.near,
        *shared.shares,
        max(round(rows[0] / effect), 1),
        are_few(pair),
    )
    return _with_shared(pair, shared), facts


def _with_shared(pair: TablePair, shared: Shared) -> TablePair:
    if not shared.matter:
        return pair
    sides = [replace(side, shared=rows) for side, rows in zip(pair.sides, shared, strict=True)]
    return replace(pair, reference=sides[0], query=sides[1])
