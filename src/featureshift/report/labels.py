"""What the user calls the two tables, in everything that people read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from featureshift.tables.schema import SchemaVerdict

if TYPE_CHECKING:
    from featureshift.explain import ColumnExplanation, Diagnosis
    from featureshift.report.data import ReportData

_TABLES = re.compile(r"(?<!\w)'[^']*'|\b(?:[Tt]he )?(reference|query)\b")
"""A table, or a quoted name, which is left as it is."""


class Labels(NamedTuple):
    reference: str = "reference"
    query: str = "query"


UNNAMED = Labels()


def said(text: str, labels: Labels) -> str:
    """The sentence with the user's words for the tables.

    >>> said("far beyond the range of the reference; see 'the query'", Labels("May", "June"))
    "far beyond the range of May; see 'the query'"
    >>> said("4,000 reference rows", Labels())
    '4,000 reference rows'
    """
    if labels == UNNAMED:
        return text

    def name(found: re.Match[str]) -> str:
        return found[0] if found[1] is None else str(getattr(labels, found[1]))

    return _TABLES.sub(name, text)


def relabeled(data: ReportData) -> ReportData:
    """The same report in the user's words; what is saved as JSON keeps its own."""
    labels = data.labels
    if labels == UNNAMED:
        return data
    notes = [note._replace(message=said(note.message, labels)) for note in data.notes]
    remarks = {place: said(text, labels) for place, text in data.columns.remarks.items()}
    changes = [replace(c, message=said(c.message, labels)) for c in data.schema.changes]
    return replace(
        data,
        schema=SchemaVerdict(tuple(changes)),
        population=None if data.population is None else said(data.population, labels),
        about_rows=tuple(said(text, labels) for text in data.about_rows),
        key_numbers=tuple(replace(n, label=said(n.label, labels)) for n in data.key_numbers),
        explained=tuple(_column(column, labels) for column in data.explained),
        columns=replace(data.columns, remarks=remarks),
        undoable=tuple(replace(h, words=said(h.words, labels)) for h in data.undoable),
        how=said(data.how, labels),
        facts=tuple(replace(fact, text=said(fact.text, labels)) for fact in data.facts),
        notes=tuple(notes),
    )


def _column(column: ColumnExplanation, labels: Labels) -> ColumnExplanation:
    return replace(column, diagnoses=tuple(_diagnosis(d, labels) for d in column.diagnoses))


def _diagnosis(diagnosis: Diagnosis, labels: Labels) -> Diagnosis:
    return replace(diagnosis, words=said(diagnosis.words, labels))
