"""How alike two names are spelled."""

from __future__ import annotations

from difflib import SequenceMatcher

LONGEST = 50


def likeness(first: str, second: str) -> float:
    """From 0 to 1, whatever the case.

    >>> likeness("color", "colour") > 0.9, likeness("red", "Blau")
    (True, 0.0)
    """
    return SequenceMatcher(None, first.casefold()[:LONGEST], second.casefold()[:LONGEST]).ratio()
