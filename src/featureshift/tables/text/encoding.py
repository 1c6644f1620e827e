"""Texts that were read in the wrong encoding, and what they should have been.

UTF-8 read as Latin-1 (or its Windows kin) makes two or three odd characters of each that is not
ASCII: 'Zürich' becomes 'ZÃ¼rich'. It can be undone where nothing was lost on the way.
"""

from __future__ import annotations

import html
import re
import unicodedata

_LOST = re.compile(r"\ufffd|(?<=\w)\?+(?=\w)")
"""What is written where a character was not understood, or could not be written."""
_LEADING = re.compile("[\u00c2-\u00f4]")
"""Every character of two or more bytes begins so, read as Latin-1."""
_ENTITY = re.compile(r"&(#\d+|#x[0-9a-fA-F]+|[a-zA-Z]{2,8});")


def garbled(text: str, codec: str = "latin-1") -> str:
    """UTF-8 read as something else; the text itself if that is impossible.

    >>> garbled("Zürich"), garbled("Bern")
    ('ZÃ¼rich', 'Bern')
    """
    try:
        return text.encode().decode(codec)
    except UnicodeError:
        return text


def repaired(text: str) -> str:
    """A garbled text as it was; any other as it is.

    >>> repaired("ZÃ¼rich"), repaired("Ãtna"), repaired("Zürich"), repaired("5 â‚¬")
    ('Zürich', 'Ãtna', 'Zürich', '5 €')
    """
    if not _LEADING.search(text):
        return text
    for codec in ("latin-1", "cp1252"):
        try:
            return text.encode(codec).decode()
        except UnicodeError:
            continue
    return text


def is_garbled(text: str) -> bool:
    return repaired(text) != text


def is_undecoded(text: str) -> bool:
    """Whether characters were lost on the way, and something else was written in their place.

    >>> is_undecoded("Z\ufffdrich"), is_undecoded("Z?rich"), is_undecoded("Why? So.")
    (True, True, False)
    """
    return bool(_LOST.search(text))


def without_lost(text: str) -> str:
    return _LOST.sub("", text)


def is_escaped(text: str) -> bool:
    """Whether it holds characters as HTML writes them.

    >>> is_escaped("R&amp;D"), is_escaped("R&D")
    (True, False)
    """
    return bool(_ENTITY.search(text))


def unescaped(text: str) -> str:
    return html.unescape(text)


def without_accents(text: str) -> str:
    """
    >>> without_accents("Zürich, Málaga")
    'Zurich, Malaga'
    """
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))
