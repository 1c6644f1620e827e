"""Text that was decoded by the wrong table: "ZÃ¼rich", "Z�rich", "Z?rich"."""

from __future__ import annotations

from collections.abc import Iterable

from featureshift.tables.scan import Levels
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange

LEAST_SHARE = 0.5
"""Of the distinct texts that a wrong encoding would show in."""
_SINGLE_BYTE = ("cp1252", "latin-1")


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


def _broken(texts: Iterable[str], others: set[str]) -> tuple[str, str] | None:
    """An example of what it was and is, if most texts that could be broken are."""
    foreign = [text for text in texts if not text.isascii()]
    pairs = [(right, text) for text in foreign if (right := decoded(text)) is not None]
    pairs += [(right, text) for text in foreign if (right := _lost(text, others, "�"))]
    whole = len(foreign)
    if not foreign:  # question marks leave nothing foreign
        once_foreign = [text for text in others if not text.isascii()]
        asked = {text.encode("ascii", "replace").decode(): text for text in once_foreign}
        pairs = [(asked[text], text) for text in texts if text in asked]
        whole = len(once_foreign)
    if not pairs or len(pairs) < LEAST_SHARE * whole:
        return None
    return min(pairs)


def decoded(text: str) -> str | None:
    """What a text says if its bytes are read as UTF-8, if that is something else.

    >>> decoded("ZÃ¼rich"), decoded("Zürich")
    ('Zürich', None)
    """
    for encoding in _SINGLE_BYTE:
        try:
            right = text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
        if right != text:
            return right
    return None


def _lost(text: str, others: set[str], mark: str) -> str | None:
    """The text of the other table that this was, with a mark for each letter that was lost."""
    if mark not in text:
        return None
    parts = text.split(mark)
    fits = (
        other
        for other in others
        if other.startswith(parts[0]) and other.endswith(parts[-1]) and not other.isascii()
    )
    return next(fits, text)


def _cause(wrong: str) -> str:
    if "�" in wrong or wrong.isascii():
        return "letters were lost"
    return "UTF-8 was read as Latin-1"
