"""The looks at how texts are written, each with a test of its own.

A look tells nothing unless chance explains the difference less often than it is told to allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.text import encoding, traits
from featureshift.tables.text.chance import number_chance
from featureshift.tables.text.compared import Compared, percent, quoted
from featureshift.tables.text.sample import TextSample

NEARLY_ALL = 0.99
NOTICEABLE = 0.02
"""Share of the characters."""
PILED = 0.5
"""Share of the texts that went on beyond a length which must now end there."""
FEWEST_LENGTHS = 3
"""Of texts that are longer than a limit: ids of a new length are not cut off."""
REGULAR = 0.8
"""Share of the texts that a few patterns must hold, for patterns to mean anything."""
FEW_PATTERNS = 5
COMPARED_PATTERNS = 10


class Finding(NamedTuple):
    words: str
    undo: Callable[[str], str]
    """Takes the change out of a text, whichever table it is from."""


Look = Callable[[TextSample, TextSample, float], Finding | None]
"""(reference, query, chance below which a difference is told) -> what is found."""


def _trait(trait: Callable[[str], bool], what: str, undo: Callable[[str], str]) -> Look:
    """A look at the share of texts that have a trait."""

    def look(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
        both = Compared.of(trait, reference, query)
        return Finding(both.told(what) + both.examples, undo) if both.chance < chance else None

    return look


def _garbled(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
    both = Compared.of(encoding.is_garbled, reference, query)
    if both.chance >= chance:
        return None
    if both.gain > 0:
        text, how = query.example(both.has), "was"
        now = f"{quoted(encoding.repaired(text))} is now {quoted(text)}"
    else:
        text, how = reference.example(both.had), "is no longer"
        now = f"{quoted(text)} is now {quoted(encoding.repaired(text))}"
    shares = f"{percent(both.after)} of the texts, before {percent(both.before)}"
    return Finding(f"UTF-8 {how} read as Latin-1: {now} ({shares})", encoding.repaired)


def _case(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
    cased = Compared.of(lambda text: bool(traits.case(text)), reference, query)
    for case in traits.CASES:
        both = Compared.of(lambda text, case=case: traits.case(text) == case, reference, query)  # type: ignore[misc]
        if both.gain > 0 and both.chance < chance:
            everywhere = both.after > NEARLY_ALL * cased.after
            words = f"texts are now in {case}" if everywhere else both.told(f"are in {case}")
            return Finding(words + both.examples, str.casefold)
    return None


def _cut(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
    """Texts that end at one length, of which there are many, where others go on."""
    for cut, whole, still in ((query, reference, "are"), (reference, query, "are no longer")):
        limit = max(map(len, cut.texts))
        longer = Compared.of(lambda text, limit=limit: len(text) > limit, whole, cut)  # type: ignore[misc]
        ending = Compared.of(lambda text, limit=limit: len(text) == limit, whole, cut)  # type: ignore[misc]
        piled = ending.gain > PILED * longer.before
        if piled and max(longer.chance, ending.chance) < chance <= _after_cutting(
            whole, cut, limit
        ):
            words = f"texts {still} cut off after {limit:,} characters"
            example = (
                f"{percent(ending.after)} end there, such as {quoted(cut.example(ending.has))}"
            )
            return Finding(f"{words} ({example})", partial(_start, length=limit))
    return None


def _after_cutting(whole: TextSample, cut: TextSample, limit: int) -> float:
    """Chance that texts cut at the limit have the lengths of those that are; 0 of equal ones."""
    lengths = whole.measured(len)
    if len(np.unique(lengths[lengths > limit])) < FEWEST_LENGTHS:
        return 0.0
    return number_chance(whole, np.minimum(lengths, limit), cut, cut.measured(len))


def _start(text: str, length: int) -> str:
    return text[:length]


def _pattern(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
    """Told in the finest sense, of texts that differ by more than the length of their runs."""
    if _patterns(reference, query, chance, (traits.runs, traits.skeleton)) is None:
        return None
    return _patterns(reference, query, chance, (traits.pattern, traits.runs, traits.skeleton))


def _digits(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
    """Numbers of other lengths, such as ids that went on counting."""
    return _patterns(reference, query, chance, (traits.pattern,))


def _patterns(
    reference: TextSample, query: TextSample, chance: float, kinds: Sequence[Callable[[str], str]]
) -> Finding | None:
    """Of texts that are all written after a few patterns, in the first sense in which they are."""
    for kind in kinds:
        own, other = (np.array(list(map(kind, s.texts)), object) for s in (reference, query))
        rows = _rows(reference, own), _rows(query, other)
        if min(map(_regularity, rows)) >= REGULAR:
            likely = [pattern for pattern, _ in (rows[0] + rows[1]).most_common(COMPARED_PATTERNS)]
            tried = {p: Compared(reference, own == p, query, other == p) for p in likely}
            return _new_pattern({p: both for p, both in tried.items() if both.chance < chance})
    return None


def _rows(sample: TextSample, patterns: NDArray[np.object_]) -> Counter[str]:
    rows: Counter[str] = Counter()
    for pattern, count in zip(patterns, sample.counts.tolist(), strict=True):
        rows[pattern] += count
    return rows


def _regularity(rows: Counter[str]) -> float:
    """Share of the rows that the most frequent patterns hold."""
    return sum(count for _, count in rows.most_common(FEW_PATTERNS)) / rows.total()


def _new_pattern(changed: dict[str, Compared]) -> Finding | None:
    if not changed:
        return None
    new = max(changed, key=lambda pattern: changed[pattern].gain)
    old = min(changed, key=lambda pattern: changed[pattern].gain)
    gained, lost = changed[new], changed[old]
    if gained.gain <= 0 or lost.gain >= 0:  # the other patterns are too varied to be named
        pattern = new if gained.gain > 0 else old
        both = changed[pattern]
        return Finding(both.told(f"look like {quoted(pattern)}") + both.examples, _nothing)
    now, before = gained.query.example(gained.has), lost.reference.example(lost.had)
    words = (
        f"{gained.told(f'look like {quoted(new)}')}; "
        f"{percent(lost.after)} like {quoted(old)}, before {percent(lost.before)}: "
        f"{quoted(now)}, before {quoted(before)}"
    )
    return Finding(words, _nothing)


def _nothing(_: str) -> str:
    """Another pattern has other characters and another length: no more is told of them."""
    return ""


def _characters(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
    """The class of characters that changed most clearly, in how many texts or in each."""
    found = []
    for name in traits.CLASSES:
        own, other = (
            s.measured(partial(traits.class_share, name=name)) for s in (reference, query)
        )
        held = Compared(reference, own > 0, query, other > 0)
        found.append((held.chance, held.told(f"hold {name}") + held.examples))
        before, after = (
            np.average(own, weights=reference.counts),
            np.average(other, weights=query.counts),
        )
        if abs(after - before) > NOTICEABLE:
            words = f"{name} are {percent(after)} of the characters of a text"
            p = number_chance(reference, own, query, other)
            found.append((p, f"{words}, before {percent(before)}"))
    smallest, words = min(found)
    return Finding(words, _same) if smallest < chance else None


def _same(text: str) -> str:
    return text


def _length(reference: TextSample, query: TextSample, chance: float) -> Finding | None:
    own, other = reference.measured(len), query.measured(len)
    if number_chance(reference, own, query, other) >= chance:
        return None
    before, after = _most_lengths(reference, own), _most_lengths(query, other)
    return Finding(f"texts have {after} characters, before {before}", _same)


def _most_lengths(sample: TextSample, lengths: NDArray[np.float64]) -> str:
    """The range that holds nine tenths of the rows."""
    order = np.argsort(lengths)
    rows = sample.counts[order].cumsum() / sample.counts.sum()
    low, high = (lengths[order][np.searchsorted(rows, share)] for share in (0.05, 0.95))
    return f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"


LOOKS: tuple[tuple[str, Look], ...] = (
    ("truncation", _cut),
    ("encoding", _garbled),
    (
        "encoding",
        _trait(encoding.is_undecoded, "have lost characters (\ufffd or ?)", encoding.without_lost),
    ),
    (
        "encoding",
        _trait(encoding.is_escaped, "hold characters as HTML writes them", encoding.unescaped),
    ),
    ("whitespace", _trait(traits.is_padded, "begin or end with spaces", str.strip)),
    ("quotes", _trait(traits.is_quoted, "are in quotation marks", traits.unquoted)),
    ("case", _case),
    ("pattern", _pattern),
    ("digits", _digits),
    ("characters", _characters),
    ("length", _length),
)
"""Kind of change and look, the most telling first."""
