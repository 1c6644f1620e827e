"""Codes such as "00123", which lose their zeros where they are taken for numbers."""

from __future__ import annotations

from collections.abc import Collection

from featureshift.tables.scan import Levels
from featureshift.tables.schema.chance import is_no_chance
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange

LEAST_SHARE = 0.02
"""Of the cells; the odd one may be a slip."""


def have_leading_zeros(texts: Collection[str]) -> bool:
    """Whether these are digits throughout, some with zeros in front.

    >>> have_leading_zeros(["00123", "45678"]), have_leading_zeros(["0", "0.5"])
    (True, False)
    """
    zeros = sum(_is_padded(text) for text in texts)
    digits = sum(text.isdecimal() for text in texts)
    return zeros >= LEAST_SHARE * len(texts) and zeros > 0 and digits >= 0.95 * len(texts)


def zeros_are_gone(padded: Collection[str], others: Collection[str]) -> bool:
    """Whether the absence of padded codes among ``others`` is no accident of few rows.

    Of codes that all have one length a shorter one proves it.

    >>> zeros_are_gone(["00123", "45678"], ["45678"]), zeros_are_gone(["00123"], ["123"])
    (False, True)
    """
    share = sum(_is_padded(text) for text in padded) / max(len(padded), 1)
    shorter = min(map(len, others), default=0) < min(map(len, padded), default=0)
    return shorter or is_no_chance(share, len(others))


def lost_zeros(name: str, reference: Levels, query: Levels) -> SchemaChange | None:
    """Texts of digits on both sides, padded in one table only."""
    sides = [list(levels.texts.values()) for levels in (reference, query)]
    padded = [have_leading_zeros(texts) for texts in sides]
    if padded[0] is padded[1]:
        return None
    short = sides[padded.index(False)]
    if not short or any(_is_padded(text) or not text.isdecimal() for text in short):
        return None
    long = sides[padded.index(True)]
    shared = {text.lstrip("0") or "0" for text in long} & set(short)
    if len(shared) * 2 < min(len(long), len(short)):
        return None
    if not zeros_are_gone(long, short):
        return None
    example = next(text for text in long if _is_padded(text))
    word = "lost" if padded[0] else "added"
    shown = [quoted(example), quoted(example.lstrip("0") or "0")]
    shown = shown if padded[0] else shown[::-1]
    message = f"leading zeros {word} (e.g. {shown[0]} -> {shown[1]})"
    return SchemaChange(ChangeKind.LEADING_ZEROS, name, message)


def _is_padded(text: str) -> bool:
    return len(text) > 1 and text.startswith("0") and text.isdecimal()
