"""Characters that steer a terminal or reorder text, spelled out: texts of tables reach the eye.

A name of a file that is not UTF-8 has surrogates in it, which no encoder takes; that of a column
may hold an escape that clears the screen. Whatever is shown goes through here first.
"""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"
"""Invisible, but part of correct spelling in several scripts, and of emoji."""
_DANGEROUS = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})


def spelled_out(text: str) -> str:
    r"""The text with control, invisible and reordering characters spelled out.

    What it returns can be encoded as UTF-8, is one line, and is allowed in XML.

    >>> spelled_out("a\u202eb\x1b[31m\n")
    'a\\u202eb\\x1b[31m\\n'
    """
    return text if text.isprintable() else "".join(map(_spelled, text))


def spelled_lines(text: str, longest: int = 2000) -> str:
    r"""The same of a text that has lines: they stay, each no longer than so many characters.

    >>> spelled_lines("a\x07\nbcdefghi", longest=5)
    'a\\x07\nbc…hi'
    """
    return "\n".join(cut_to_size(spelled_out(line), longest) for line in text.split("\n"))


def cut_to_size(text: str, longest: int) -> str:
    """No more than so many characters: what differs only at the end stays different.

    >>> cut_to_size("x" * 90 + "1", 9)
    'xxxx…xxx1'
    """
    if len(text) <= longest:
        return text
    tail = (longest - 1) // 2
    return f"{text[: longest - 1 - tail]}…{text[len(text) - tail :]}"


def _spelled(character: str) -> str:
    if character in _JOINERS or unicodedata.category(character) not in _DANGEROUS:
        return character
    return character.encode("unicode_escape").decode("ascii")
