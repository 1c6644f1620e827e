"""How a text is written: its pattern, its case, its characters."""

from __future__ import annotations

import re

_RUN = re.compile(r"(.)\1+")
_WORDS = re.compile(r"\w+")
LONGEST_PATTERN = 60


def pattern(text: str) -> str:
    """Letters and digits by their kind.

    >>> pattern("DE-1234 x")
    'AA-9999 a'
    """
    return "".join(map(_kind, text[:LONGEST_PATTERN]))


def runs(text: str) -> str:
    """The same, however long each run is.

    >>> runs("DE-1234")
    'A+-9+'
    """
    return _RUN.sub(r"\1+", pattern(text))


def skeleton(text: str) -> str:
    """What stands between runs of letters and digits.

    >>> skeleton("a1b2-77cc")
    'x-x'
    """
    return _WORDS.sub("x", text[:LONGEST_PATTERN])


def _kind(character: str) -> str:
    if character.isdigit():
        return "9"
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return character


def case(text: str) -> str:
    """
    >>> [case(text) for text in ("AB 1", "ab", "Ab cd", "Ab Cd", "12")]
    ['upper case', 'lower case', 'first letter upper case', 'mixed case', '']
    """
    if text.upper() == text.lower():
        return ""
    if text.upper() == text:
        return "upper case"
    if text.lower() == text:
        return "lower case"
    return (
        "first letter upper case" if text[:1].upper() + text[1:].lower() == text else "mixed case"
    )


CASES = ("upper case", "lower case", "first letter upper case", "mixed case")

CLASSES = {
    "letters": re.compile("[A-Za-z]+"),
    "digits": re.compile("[0-9]+"),
    "spaces": re.compile(r"\s+"),
    "punctuation": re.compile(r"[!-/:-@\[-`{-~]+"),
    "non-ASCII characters": re.compile(r"[^\x00-\x7f\s]+"),
}
"""Of characters, by name."""


def class_share(text: str, name: str) -> float:
    """Of the characters of a text.

    >>> class_share("ab12", "digits"), class_share("a, ü", "non-ASCII characters")
    (0.5, 0.25)
    """
    return 1 - len(CLASSES[name].sub("", text)) / len(text) if text else 0.0


def is_padded(text: str) -> bool:
    return text != text.strip()


def is_quoted(text: str) -> bool:
    """
    >>> is_quoted('"abc"'), is_quoted("abc'")
    (True, False)
    """
    return len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"


def unquoted(text: str) -> str:
    return text[1:-1] if is_quoted(text) else text
