"""What changed in the way that texts are written.

One look after the other, from the most telling to the most general. What was found is undone in
both samples before the next look, so that texts in upper case are not told again as a new pattern
and as other characters.
"""

from __future__ import annotations

from typing import NamedTuple

from featureshift.tables.text.chance import share_chance
from featureshift.tables.text.compared import percent
from featureshift.tables.text.looks import LOOKS
from featureshift.tables.text.sample import TextSample

FALSE_ALARMS = 1e-4
"""Chance of any change told of a table in which texts are written as before."""
TESTS = 48
"""Made of one column, all looks together."""
FEWEST_TEXTS = 10

ABOUT_CONTENT = ("digits", "characters", "length", "repeated", "missing")
"""Kinds that other texts have by themselves, though they are written in the same way."""
KINDS = (*dict.fromkeys(kind for kind, _ in LOOKS), "repeated", "missing")


class FormatChange(NamedTuple):
    column: str
    kind: str
    """One of ``KINDS``."""
    words: str
    """One sentence, with an example of either table where one shows it."""


def format_changes(
    reference: TextSample, query: TextSample, column: str = "", columns: int = 1
) -> tuple[FormatChange, ...]:
    """What changed, most telling first, were the rows of both tables drawn at random.

    ``columns`` is how many columns of the table are compared in this way.

    >>> before = TextSample.of([f"order {k}" for k in range(100)])
    >>> after = TextSample.of([f"ORDER {k}" for k in range(100)])
    >>> [change.words for change in format_changes(before, after)]
    ["texts are now in upper case: 'ORDER 0', before 'order 0'"]
    """
    chance = FALSE_ALARMS / (TESTS * columns)
    found = []
    if min(len(reference.texts), len(query.texts)) >= FEWEST_TEXTS:
        own, other = reference, query
        for kind, look in LOOKS:
            finding = look(own, other, chance)
            if finding is not None:
                found.append(FormatChange(column, kind, finding.words))
                own, other = own.rewritten(finding.undo), other.rewritten(finding.undo)
    about_rows = {
        "repeated": _repeated(reference, query, chance),
        "missing": _missing(reference, query, chance),
    }
    found += [FormatChange(column, kind, words) for kind, words in about_rows.items() if words]
    return tuple(found)


def _repeated(reference: TextSample, query: TextSample, chance: float) -> str:
    """Texts that come again, at as many rows as the shorter of both tables has."""
    rows = min(reference.present, query.present)
    before, after = _again(reference, rows), _again(query, rows)
    if share_chance(before, reference.effective, after, query.effective) >= chance:
        return ""
    return f"{percent(after)} of the rows repeat a text of another row, before {percent(before)}"


def _again(sample: TextSample, rows: int) -> float:
    """Share of so many rows, drawn at random, that say nothing new."""
    part = rows / max(sample.present, 1)
    distinct = float((1 - (1 - part) ** sample.counts).sum())
    return max(0.0, 1 - distinct / max(part * float(sample.counts.sum()), 1e-300))


def _missing(reference: TextSample, query: TextSample, chance: float) -> str:
    before, after = (1 - side.present / max(side.n_rows, 1) for side in (reference, query))
    if share_chance(before, reference.n_rows, after, query.n_rows) >= chance:
        return ""
    return f"{percent(after)} of the cells are empty, before {percent(before)}"
