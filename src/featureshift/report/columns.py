"""The table of all columns, for tables of 10 and of 200,000 columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from featureshift.explain import ColumnExplanation
from featureshift.report.data import ColumnTable, State
from featureshift.report.words import what_happened
from featureshift.result import Localization


def column_table(result: Localization, explained: Sequence[ColumnExplanation]) -> ColumnTable:
    """Compared columns by falling score, then those left out, each with what is known about it."""
    order = np.lexsort((np.arange(len(result.scores)), ~result.shifted, -result.scores)).tolist()
    names = [result.features[j] for j in order]
    said = _notes(result) | _schema(result)
    said |= {column.feature: what_happened(column) for column in explained}
    passengers = {column.feature for column in explained if column.passenger_of}
    states = [_state(bool(result.shifted[j]), result.features[j] in passengers) for j in order]
    compared = set(names)
    gone = [name for name in _notes(result) if name not in compared]
    names += gone
    return ColumnTable(
        names=tuple(names),
        scores=(*result.scores[order].tolist(), *[None] * len(gone)),
        effects=(*map(_known, result.effects[order].tolist()), *[None] * len(gone)),
        states=(*states, *[State.LEFT_OUT] * len(gone)),
        remarks={i: said[name] for i, name in enumerate(names) if name in said},
    )


def _known(effect: float) -> float | None:
    return None if math.isnan(effect) else effect


def _state(shifted: bool, passenger: bool) -> State:
    if passenger:
        return State.PASSENGER
    return State.SHIFTED if shifted else State.UNSHIFTED


def _schema(result: Localization) -> dict[str, str]:
    """Column -> what changed in it as such; of a renamed one, under both names."""
    said = {change.column: change.message for change in result.schema.changes if change.column}
    said |= {
        change.other: f"is probably {change.column!r} of the reference"
        for change in result.schema.changes
        if change.other
    }
    return said


def _notes(result: Localization) -> dict[str, str]:
    """Column -> all that was noted about it."""
    notes: dict[str, str] = {}
    for note in result.notes:
        if note.column is not None:
            said = notes.get(note.column)
            notes[note.column] = f"{said}; {note.message}" if said else note.message
    return notes
