"""Which encoding a text is in, told from its first bytes."""

from __future__ import annotations

import codecs

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, with whose mark it begins
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_NEXT = {"utf-8": "windows-1252", "windows-1252": "latin-1"}


def sniff_encoding(head: bytes) -> str:
    """The encoding of a text that begins so.

    >>> sniff_encoding("Zürich".encode()), sniff_encoding("Zürich".encode("latin-1"))
    ('utf-8', 'windows-1252')
    """
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return encoding
    if wide := _wide_encoding(head):
        return wide
    return "utf-8" if is_mostly_utf8(head) else "windows-1252"


def is_mostly_utf8(text: bytes) -> bool:
    """Whether more characters beyond ASCII are right than wrong as UTF-8; there may be none.

    In other encodings, bytes that look like UTF-8 are rare; in UTF-8, damaged cells are.
    """
    right, wrong = right_and_wrong(text)
    return wrong == 0 or right > wrong


def right_and_wrong(text: bytes) -> tuple[int, int]:
    r"""How many characters beyond ASCII are UTF-8, and how many are not.

    >>> right_and_wrong("né".encode() + b"\xff")
    (1, 1)
    """
    decoded = codecs.getincrementaldecoder("utf-8")("replace").decode(text)
    wrong = decoded.count("\ufffd")
    return sum(character > "\x7f" for character in decoded) - wrong, wrong


def next_encoding(encoding: str) -> str | None:
    """What to read a text as that turned out not to be in the sniffed encoding."""
    return _NEXT.get(encoding)


def decoded(head: bytes, encoding: str) -> str:
    """The text of the first bytes, of which the last character may be cut."""
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head)
    return text.removeprefix("\ufeff")


def _wide_encoding(head: bytes) -> str | None:
    """UTF-16 without a mark: of a text in Latin letters, every other byte is zero."""
    zeros = [head[start::2].count(0) for start in (0, 1)]
    most = max(len(head) // 2, 1) * 0.4
    if zeros[0] < most < zeros[1] and zeros[0] == 0:
        return "utf-16-le"
    if zeros[1] < most < zeros[0] and zeros[1] == 0:
        return "utf-16-be"
    return None
