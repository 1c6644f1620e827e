"""Which columns cannot be scored, and what else is worth telling about a column.

A column is left out when no score could mean anything: nothing in it, or every value new by nature.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from featureshift.tables.kinds import Kind, Note
from featureshift.tables.not_utf8 import is_not_utf8
from featureshift.tables.scan import MAX_LEVELS, Levels, Scan
from featureshift.tables.text import FormatChange, format_changes

ENOUGH_ROWS = 10
"""Below this, distinct values and ordered rows are what chance gives."""
IDENTIFIER_SHARE = 0.98
LONG = 200
"""Rows of one table that are enough to know an identifier, even if the other repeats it."""
EXACT_INTEGERS = 2.0**53
TEXT_LENGTH = 50
TEXT_SHARE = 0.5
WRITTEN = ("identifier", "free-text", "too-many-levels")
"""Codes of notes on texts that are compared by how they are written."""


class Verdict(NamedTuple):
    position: int
    note: Note
    left_out: bool


def judge(
    names: Sequence[str], kinds: Sequence[Kind], reference: Scan, query: Scan
) -> list[Verdict]:
    """At most one verdict a column that leaves it out, any number of remarks."""
    verdicts = [*_emptiness(names, reference, query), *_order(names, kinds, reference, query)]
    verdicts += _texts(names, reference, query)
    gone = {verdict.position for verdict in verdicts if verdict.left_out}
    remarks = [*_constants(names, reference, query), *_infinities(names, reference, query)]
    remarks += _blurred(names, kinds, reference, query)
    return verdicts + [remark for remark in remarks if remark.position not in gone]


def is_inert(reference: Scan, query: Scan) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Columns with one and the same value in every row of both tables [features]."""
    full = (reference.present == reference.n_rows) & (query.present == query.n_rows)
    same = np.minimum(reference.low, query.low) == np.maximum(reference.high, query.high)
    return np.asarray(full & same & ~_is_blurred(reference, query))


def _is_blurred(reference: Scan, query: Scan) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Columns with numbers so large that double precision cannot tell neighbors apart."""
    ends = np.stack([reference.low, reference.high, query.low, query.high])
    return np.asarray((np.isfinite(ends) & (np.abs(ends) > EXACT_INTEGERS)).any(axis=0))


def _emptiness(names: Sequence[str], reference: Scan, query: Scan) -> Iterator[Verdict]:
    absent = (reference.present == 0, query.present == 0)
    for j in np.flatnonzero(absent[0] | absent[1]).tolist():
        if absent[0][j] and absent[1][j]:
            infinite = reference.infinite[j] + query.infinite[j]
            but = f" but {infinite:,} infinities" if infinite else ""
            note = Note(names[j], "empty", f"has no value in either table{but}; left out")
            yield Verdict(j, note, left_out=True)
        else:
            side = "reference" if absent[0][j] else "query"
            message = f"has no value in the {side}; only its missing share is compared"
            yield Verdict(j, Note(names[j], f"empty-in-{side}", message), left_out=False)


def _order(
    names: Sequence[str], kinds: Sequence[Kind], reference: Scan, query: Scan
) -> Iterator[Verdict]:
    moving = (reference.low < reference.high) & (query.low < query.high)
    ordered = (reference.ascending & query.ascending) | (reference.descending & query.descending)
    enough = min(reference.n_rows, query.n_rows) >= ENOUGH_ROWS
    counting = (_counts(reference) & _may_count(query)) | (_counts(query) & _may_count(reference))
    for j in np.flatnonzero(moving & ordered).tolist():
        if kinds[j] is Kind.DATETIME and enough:
            message = "is a timestamp that only moves on from row to row; left out"
            yield Verdict(j, Note(names[j], "monotone-timestamp", message), left_out=True)
        elif kinds[j] is Kind.NUMERIC and counting[j]:
            message = "numbers the rows one by one; left out"
            yield Verdict(j, Note(names[j], "row-counter", message), left_out=True)


def _counts(scan: Scan) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Columns that go up by 1 from row to row, in so many rows that nothing else would."""
    return np.asarray(scan.unit_steps & (scan.n_rows >= ENOUGH_ROWS))


def _may_count(scan: Scan) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Columns that may be what is left of a counter: rows of it were filtered."""
    whole = (scan.low == np.floor(scan.low)) & (scan.high == np.floor(scan.high))
    halves = scan.high / 2 - scan.low / 2  # the difference of the largest doubles has no double
    return np.asarray(whole & (halves >= (scan.n_rows - 1) / 2))


def _texts(names: Sequence[str], reference: Scan, query: Scan) -> Iterator[Verdict]:
    for j, own in reference.levels.items():
        code, message = _text_verdict(own, query.levels[j])
        if any(map(is_not_utf8, chain(own.texts.values(), query.levels[j].texts.values()))):
            note = Note(names[j], "not-utf8", "holds text that is not UTF-8; left out")
            yield Verdict(j, note, left_out=True)
        elif code:
            note = Note(names[j], code, f"{message}: compared by length and characters only")
            yield Verdict(j, note, left_out=True)


def _text_verdict(own: Levels, other: Levels) -> tuple[str, str]:
    if own.overflown or other.overflown:
        return "too-many-levels", f"has more than {MAX_LEVELS:,} distinct texts"
    rows = [sum(levels.counts.values()) for levels in (own, other)]
    if min(rows) < ENOUGH_ROWS:
        return "", ""
    distinct = [len(levels.counts) / n for levels, n in zip((own, other), rows, strict=True)]
    if min(distinct) >= TEXT_SHARE and min(own.mean_length(), other.mean_length()) >= TEXT_LENGTH:
        return "free-text", "is free text"
    long = [share for share, n in zip(distinct, rows, strict=True) if n >= LONG]
    if max([*long, min(distinct)]) >= IDENTIFIER_SHARE:
        return "identifier", "nearly every value is unique (ids, free text)"
    return "", ""


def text_formats(
    names: Sequence[str], verdicts: Sequence[Verdict], reference: Scan, query: Scan
) -> tuple[FormatChange, ...]:
    """What changed in the way that the texts of columns are written which have no categories."""
    written = [v.position for v in verdicts if v.note.code in WRITTEN]
    return tuple(
        change
        for j in written
        for change in format_changes(reference.texts(j), query.texts(j), names[j], len(written))
    )


def _constants(names: Sequence[str], reference: Scan, query: Scan) -> Iterator[Verdict]:
    for j in np.flatnonzero(is_inert(reference, query)).tolist():
        message = "has one and the same value everywhere; not shifted"
        yield Verdict(j, Note(names[j], "constant", message), left_out=False)


def _infinities(names: Sequence[str], reference: Scan, query: Scan) -> Iterator[Verdict]:
    for j in np.flatnonzero(reference.infinite + query.infinite).tolist():
        message = (
            f"holds infinities ({reference.infinite[j]:,} in the reference, "
            f"{query.infinite[j]:,} in the query), taken as missing"
        )
        yield Verdict(j, Note(names[j], "infinite-values", message), left_out=False)


def _blurred(
    names: Sequence[str], kinds: Sequence[Kind], reference: Scan, query: Scan
) -> Iterator[Verdict]:
    for j in np.flatnonzero(_is_blurred(reference, query)).tolist():
        # Measurements of this size are floats already; it is integers that lose digits.
        low, high = min(reference.low[j], query.low[j]), max(reference.high[j], query.high[j])
        if kinds[j] is Kind.NUMERIC and high / 2 - low / 2 < max(-low, high) * 1e-6:
            message = "holds numbers beyond 2^53, of which only 16 digits are compared"
            yield Verdict(j, Note(names[j], "precision-lost", message), left_out=False)
