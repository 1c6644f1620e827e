"""Names and texts out of foreign tables, made safe to look at.

Markup is the renderers' business. This is about what no markup escapes: characters that reorder,
hide or break the text around them, and that some formats cannot even hold.
"""

from __future__ import annotations

import unicodedata

LONGEST = 120
"""Characters of a name that are shown; beyond, its middle is left out."""
_JOINERS = "\u200c\u200d"
"""Invisible, but part of correct spelling in several scripts, and of emoji."""
_DANGEROUS = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})


def visible(text: str, longest: int = LONGEST) -> str:
    r"""The text with control, invisible and reordering characters spelled out, and cut to size.

    What it returns can be encoded as UTF-8 and is allowed in XML. Names that differ only at the
    end stay different, since it is the middle that is cut.

    >>> visible("a\u202eb\n")
    'a\\u202eb\\n'
    >>> visible("x" * 90 + "1", longest=9)
    'xxxx…xxx1'
    """
    if not text or text.isspace():
        return "(blank)" if text else "(no name)"
    if not text.isprintable():
        text = "".join(map(_spelled, text))
    if len(text) <= longest:
        return text
    tail = (longest - 1) // 2
    return f"{text[: longest - 1 - tail]}…{text[-tail:]}"


def _spelled(character: str) -> str:
    if character in _JOINERS or unicodedata.category(character) not in _DANGEROUS:
        return character
    return character.encode("unicode_escape").decode("ascii")
