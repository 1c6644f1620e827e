"""The levels of a categorical column under other names: another spelling, codes, or all new."""

from __future__ import annotations

from collections import Counter

from featureshift.tables.scan import Levels
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.reading import dates_in
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange

MOST_LEVELS = 1000
"""Beyond that, every table may have levels of its own."""
REPETITIONS = 5
"""Rows of a level, on average, where levels are a dictionary and not names or identifiers."""
LEAST_ROWS = 10
LEAST_SHARE = 0.05
"""Of the rows whose levels are spelled otherwise."""
_SPACES = " \t\n\u00a0"
NEARLY_NONE = 0.01
"""Of the rows whose levels are known in an all-new dictionary."""


def changed_dictionary(name: str, reference: Levels, query: Levels) -> SchemaChange | None:
    """Whether the query names its levels otherwise; a few new ones are a shift and no change."""
    if not (_is_dictionary(reference) and _is_dictionary(query)):
        return None
    return _spelled_otherwise(name, reference, query) or _all_new(name, reference, query)


def _is_dictionary(levels: Levels) -> bool:
    distinct, rows = len(levels.counts), sum(levels.counts.values())
    return 0 < distinct <= MOST_LEVELS and rows >= max(REPETITIONS * distinct, LEAST_ROWS)


def _spelled_otherwise(name: str, reference: Levels, query: Levels) -> SchemaChange | None:
    known = set(reference.texts.values())
    spelled = {_plain(text): text for text in known}
    rows = Counter({query.texts[h]: n for h, n in query.counts.items()})
    others = {text: n for text, n in rows.items() if text not in known and _plain(text) in spelled}
    affected = sum(others.values())
    if affected < max(LEAST_ROWS, LEAST_SHARE * rows.total()):
        return None
    text = max(others, key=lambda text: (others[text], text))
    before = spelled[_plain(text)]
    what = "case" if before.strip().casefold() == text.strip().casefold() else "spelling"
    what = "spaces" if before.split() == text.split() else what
    message = f"{what} of levels changed (e.g. {quoted(before)} -> {quoted(text)})"
    return SchemaChange(ChangeKind.DICTIONARY, name, message)


def _all_new(name: str, reference: Levels, query: Levels) -> SchemaChange | None:
    total = sum(query.counts.values())
    known = sum(count for h, count in query.counts.items() if h in reference.counts)
    if known > NEARLY_NONE * total:
        return None
    sides = [list(levels.texts.values()) for levels in (reference, query)]
    if min(map(len, sides)) < 2 or all(dates_in(texts) for texts in sides):
        return None  # the name of a batch, or its dates, are new by nature
    shown = [_most_frequent(levels) for levels in (reference, query)]
    codes = [all(text.isdecimal() for text in texts) for texts in sides]
    word = "all levels are new"
    if codes[0] is not codes[1]:
        word = "codes instead of labels" if codes[1] else "labels instead of codes"
    message = f"{word} ({shown[0]} -> {shown[1]})"
    return SchemaChange(ChangeKind.DICTIONARY, name, message)


def _plain(text: str) -> str:
    """Without what differs between spellings: case, spaces, hyphens; of a number, spaces only.

    >>> _plain(" New-York") == _plain("new york"), _plain("-1") == _plain("1")
    (True, False)
    """
    marks = _SPACES + "-_." if any(letter.isalpha() for letter in text) else _SPACES
    return "".join(letter for letter in text.casefold() if letter not in marks)


def _most_frequent(levels: Levels) -> str:
    first = sorted(levels.counts, key=lambda h: (-levels.counts[h], levels.texts[h]))[:2]
    more = ", ..." if len(levels.counts) > 2 else ""
    return ", ".join(quoted(levels.texts[h]) for h in first) + more
