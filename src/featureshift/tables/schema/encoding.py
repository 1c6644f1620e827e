"""Text that was decoded by the wrong table: "ZÃ¼rich", "Z�rich", "Z?rich"."""

from __future__ import annotations

import re

from featureshift.tables.scan import Levels
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange
from featureshift.tables.text.encoding import repaired

LEAST_SHARE = 0.5
"""Of the distinct texts that a wrong encoding would show in."""
LOST = "\ufffd"
"""What a decoder writes for bytes that it cannot read."""


def changed_encoding(name: str, reference: Levels, query: Levels) -> SchemaChange | None:
    """Whether the texts of one table alone look wrongly decoded."""
    sides = set(reference.texts.values()), set(query.texts.values())
    for before, after, seen in ((0, 1, "query"), (1, 0, "reference")):
        broken = _broken(sides[after], sides[before])
        if broken is not None and _broken(sides[before], sides[after]) is None:
            shown = broken if after == 1 else broken[::-1]
            example = " -> ".join(map(quoted, shown))
            message = f"encoding changed (e.g. {example}): {_cause(broken[1])} in the {seen}"
            return SchemaChange(ChangeKind.ENCODING, name, message)
    return None


def _broken(texts: set[str], others: set[str]) -> tuple[str, str] | None:
    """An example of what it was and is, if most texts that could be broken are."""
    foreign = [text for text in texts if not text.isascii()]
    if not foreign:
        return _asked(texts, others)
    misread = [(right, text) for text in foreign if (right := decoded(text)) is not None]
    lost = [text for text in foreign if LOST in text]
    if len(misread) + len(lost) < max(LEAST_SHARE * len(foreign), 1):
        return None
    return min(misread) if misread else (_before(min(lost), others), min(lost))


def _asked(texts: set[str], others: set[str]) -> tuple[str, str] | None:
    """The same where question marks left nothing foreign."""
    foreign = [text for text in others if not text.isascii()]
    pairs = [(text, text.encode("ascii", "replace").decode()) for text in foreign]
    pairs = [pair for pair in pairs if pair[1] in texts]
    return min(pairs) if pairs and len(pairs) >= LEAST_SHARE * len(foreign) else None


def decoded(text: str) -> str | None:
    """What a text says if its bytes are read as UTF-8, if that is something else.

    >>> decoded("ZÃ¼rich"), decoded("Zürich")
    ('Zürich', None)
    """
    right = repaired(text)
    return None if right == text else right


def _before(text: str, others: set[str]) -> str:
    """The text of the other table that has letters where this one lost them; itself if none has."""
    whole = re.compile("[^\x00-\x7f]+".join(map(re.escape, re.split(f"{LOST}+", text))))
    return min((other for other in others if whole.fullmatch(other)), default=text)


def _cause(wrong: str) -> str:
    if LOST in wrong or wrong.isascii():
        return "letters were lost"
    return "UTF-8 was read as Latin-1"
