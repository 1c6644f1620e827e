"""Text that is not UTF-8, where bytes must be told apart and yet be text that can be stored."""

from __future__ import annotations

import re

_FIRST = 0x10F000
"""Of private characters at the very end of Unicode, one for each byte."""
_MARKS = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 0xFF)}]")


def decoded_bytewise(content: bytes) -> str:
    """The text of bytes; one that belongs to no character of UTF-8 becomes a private character.

    >>> decoded_bytewise("Zürich".encode()), len(decoded_bytewise("Zürich".encode("latin-1")))
    ('Zürich', 6)
    """
    text = content.decode("utf-8", "surrogateescape")
    if text.isascii():
        return text
    return re.sub("[\udc80-\udcff]", lambda lone: chr(ord(lone[0]) - 0xDC00 + _FIRST), text)


def is_not_utf8(text: str) -> bool:
    r"""Whether a text came of bytes that are not UTF-8.

    >>> is_not_utf8(decoded_bytewise(b"Z\xfcrich")), is_not_utf8("Zürich")
    (True, False)
    """
    return not text.isascii() and _MARKS.search(text) is not None
