"""One rule by which all names were written anew: upper case, another prefix, a wrong encoding.

A rule is a way to write characters, then a case, then a start or an end that is exchanged; the
simplest that makes the new names of the old ones is told.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from featureshift.tables.text.encoding import garbled, repaired, without_accents

Write = Callable[[str], str]

MOST_NAMES = 5000
LEAST_KEPT = 3
"""Letters and digits that a lone pair of names must share, beyond what was exchanged."""
LEAST_SPELLED = 2
"""Characters that names cut short must still have, all together."""
SEPARATORS = (" ", "_", "-", ".", "/", "")
MOST_TOKENS = 4


class Rewriting(NamedTuple):
    words: str
    names: Mapping[str, str]
    """Old -> new, of names that changed."""


class _Way(NamedTuple):
    words: str
    write: Write


def _plain(text: str) -> str:
    return text


def _asciied(text: str) -> str:
    return text.encode("ascii", "replace").decode()


def _windows(text: str) -> str:
    return garbled(text, "cp1252")


def _unzeroed(text: str) -> str:
    return text.lstrip("0") or "0"


CASES = (
    _Way("", _plain),
    _Way("levels are now upper case", str.upper),
    _Way("levels are now lower case", str.lower),
    _Way("levels now begin with a capital letter", str.capitalize),
    _Way("words now begin with a capital letter", str.title),
)
CHARACTERS = (
    _Way("", _plain),
    _Way("UTF-8 read as Latin-1", garbled),
    _Way("UTF-8 read as Windows-1252", _windows),
    _Way("UTF-8 no longer read as Latin-1", repaired),
    _Way("accents are gone", without_accents),
    _Way("characters that are not ASCII are now '?'", _asciied),
    _Way("spaces around levels are gone", str.strip),
    _Way("characters are written as in HTML", html.escape),
    _Way("characters are no longer written as in HTML", html.unescape),
    _Way("leading zeros are gone", _unzeroed),
)


def rewriting(
    gone: Sequence[str], came: Collection[str], explained: Collection[str]
) -> Rewriting | None:
    """The simplest rule that makes names that came of the names that are gone.

    It need not hold for all of ``gone``, of which some may be missing by chance, but for all that
    are ``explained`` by it, old names or new.

    >>> old, new = ["https://a.org", "https://b.org"], ["http://a.org", "http://b.org"]
    >>> rewriting(old, new, {*old, *new}).words
    "'https://' became 'http://'"
    >>> rewriting(["Zürich", "Genève"], ["ZÃ¼rich", "GenÃ¨ve"], ["Zürich"]).words
    'UTF-8 read as Latin-1'
    """
    if not gone or not came or max(len(gone), len(came)) > MOST_NAMES:
        return None
    found = _rules(gone, frozenset(came))
    return next((rule for rule in found if _suffices(rule, explained)), None)


def _suffices(rule: Rewriting, explained: Collection[str]) -> bool:
    known = {*rule.names, *rule.names.values()}
    return bool(rule.names) and all(name in known for name in explained)


def _rules(gone: Sequence[str], came: frozenset[str]) -> Iterator[Rewriting]:
    """Simple ones first."""
    ways = (*CHARACTERS, *_separators(gone), *_widths(came))
    for case in CASES:
        for way in ways:
            written = {name: case.write(way.write(name)) for name in gone}
            if way.words or case.words:
                yield Rewriting(_joined(way, case), _hits(written, came))
    yield from _cut_short(gone, came)
    for case in CASES:
        for way in CHARACTERS:
            written = {name: case.write(way.write(name)) for name in gone}
            for words, hits in (*_exchanged_ends(written, came), *_reordered(written, came)):
                yield Rewriting(_joined(way, case, words), hits)


def _joined(way: _Way, case: _Way, more: str = "") -> str:
    return " and ".join(part for part in (way.words, case.words, more) if part)


def _cut_short(gone: Sequence[str], came: frozenset[str]) -> Iterator[Rewriting]:
    length = max(map(len, came))
    way = _Way(f"levels are cut off after {length} character{'s' if length > 1 else ''}", _plain)
    for case in CASES:
        hits = _hits({name: case.write(name)[:length] for name in gone}, came)
        if sum(map(len, hits.values())) >= LEAST_SPELLED:
            yield Rewriting(_joined(way, case), hits)


def _hits(written: Mapping[str, str], came: Collection[str]) -> dict[str, str]:
    return {old: new for old, new in written.items() if new in came}


def _separators(gone: Sequence[str]) -> Iterator[_Way]:
    for old in SEPARATORS[:-1]:
        if any(old in name for name in gone):
            for new in SEPARATORS:
                words = f"'{old}' became '{new}'" if new else f"'{old}' is gone"
                if new != old:
                    yield _Way(words, lambda text, old=old, new=new: text.replace(old, new))  # type: ignore[misc]


def _widths(came: Collection[str]) -> Iterator[_Way]:
    """Numbers with leading zeros, all of one width."""
    if len(widths := {len(name) for name in came}) == 1:
        (width,) = widths
        yield _Way(f"zeros are put in front, up to {width} digits", lambda t: t.zfill(width))


def _exchanged_ends(
    written: Mapping[str, str], came: frozenset[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Another start, or another end, of all names."""
    first = next(iter(written.values()))
    for new in sorted(came):
        for backward in (False, True):
            a, b = (first[::-1], new[::-1]) if backward else (first, new)
            shared = _shared_end(a, b)
            start, other = a[: len(a) - shared], b[: len(b) - shared]
            if shared and start != other:
                if backward:
                    start, other = start[::-1], other[::-1]
                hits = _hits(_with_end(written, start, other, backward), came)
                if _is_telling(hits, start, written):
                    yield _ends_words(start, other, list(hits), written, backward), hits


def _shared_end(a: str, b: str) -> int:
    """Characters at the end of both."""
    size = 0
    while size < min(len(a), len(b)) and a[-1 - size] == b[-1 - size]:
        size += 1
    return size


def _with_end(written: Mapping[str, str], old: str, new: str, backward: bool) -> dict[str, str]:
    if backward:
        return {
            name: text.removesuffix(old) + new
            for name, text in written.items()
            if text.endswith(old)
        }
    return {
        name: new + text.removeprefix(old) for name, text in written.items() if text.startswith(old)
    }


def _is_telling(hits: Mapping[str, str], taken: str, written: Mapping[str, str]) -> bool:
    """Two names that go the same way are no coincidence, one only if most of it stays."""
    if len(hits) > 1:
        return True
    kept = sum(map(str.isalnum, "".join(written[name] for name in hits))) - len(taken)
    return kept >= LEAST_KEPT


def _ends_words(
    old: str, new: str, names: Sequence[str], written: Mapping[str, str], backward: bool
) -> str:
    place = "end" if backward else "start"
    if not old:
        return f"'{new}' is put {'behind' if backward else 'in front'}"
    if not new:
        return f"'{old}' at the {place} is gone"
    if not backward:  # with the signs that follow in all names, as in https://
        shared = written[names[0]][len(old) :]
        signs = re.match(r"[\W_]*", shared)
        follow = signs.group() if signs else ""
        if all(written[name][len(old) :].startswith(follow) for name in names):
            old, new = old + follow, new + follow
    return f"'{old}' became '{new}'"


def _reordered(
    written: Mapping[str, str], came: frozenset[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """The same words in another order, or with other signs between them."""
    first = next(iter(written.values()))
    tokens = re.findall(r"\w+", first)
    if not 2 <= len(tokens) <= MOST_TOKENS:
        return
    for new in sorted(came):
        found = re.findall(r"\w+", new)
        if sorted(found) != sorted(tokens):
            continue
        signs = re.split(r"\w+", new)
        for order in permutations(range(len(tokens))):
            if [tokens[k] for k in order] == found:
                hits = _hits(_in_order(written, order, signs), came)
                if len(hits) > 1:
                    same = list(order) == sorted(order)
                    yield (
                        "other signs stand between words" if same else "words are in another order",
                        hits,
                    )


def _in_order(
    written: Mapping[str, str], order: Sequence[int], signs: Sequence[str]
) -> dict[str, str]:
    made = {}
    for name, text in written.items():
        tokens = re.findall(r"\w+", text)
        if len(tokens) == len(order):
            between = [sign + tokens[k] for sign, k in zip(signs, order, strict=False)]
            made[name] = "".join(between) + signs[-1]
    return made
