"""Cells as examples in a sentence."""

from __future__ import annotations

LONGEST = 40


def quoted(text: str) -> str:
    """In quotes, cut to size.

    >>> quoted("12,50"), len(quoted("long " * 100))
    ("'12,50'", 42)
    """
    return repr(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
