"""Families of tables: near-duplicates that must not straddle training and validation.

Two tables are of one family if any of these holds, directly or through other tables:

1. they come out of the same source file (several objects of one R workspace, one archive);
2. their file names, or their names in the manifest, agree once numbers, years and words such as
   ``train``, ``data`` or ``clean`` are taken out (versions of a survey, copies in other
   repositories, parts of one table);
3. they share at least five telling column names, and these are at least half of all their names
   together. ``V12`` or ``x3`` tells nothing;
4. the values of their columns agree (``sketch.column_sketch``): at least two columns that are half
   of the larger table's, or at least four that are half of the smaller one's.

The rule errs on the side of joining: a wrong link costs a few training tables, a missing one makes
validation see what training saw.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

T = TypeVar("T")

MIN_SHARED = 5
MIN_OVERLAP = 0.5
_FILLERS = """
    train training test testing valid validation data dataset datasets set full clean cleaned new
    sample sub subset tbl df csv part raw final old copy uci orig original all scaled norm
"""
FILLERS = frozenset(_FILLERS.split())
_ANONYMOUS = re.compile(r"[a-z]{0,3}[ _.]*\d+|feature[ _.]*\d+|col(umn)?[ _.]*\d+|unnamed.*")


@dataclass(frozen=True)
class Card:
    """What is known of a table."""

    name: str
    source: str
    """As in the provenance: the part after the last colon is a path."""
    columns: tuple[str, ...] = ()
    sketch: frozenset[int] = frozenset()
    """What the columns hold; empty if the rows were not read."""


def families(cards: Iterable[Card]) -> dict[str, str]:
    """The family of each table: the alphabetically first name of its members.

    >>> series = [Card("gss_2010", "a:gss2010.csv"), Card("gss_2012", "a:gss2012.csv")]
    >>> families([*series, Card("iris", "b:iris.csv")])
    {'gss_2010': 'gss_2010', 'gss_2012': 'gss_2010', 'iris': 'iris'}
    """
    cards = list(cards)
    links = _Links(card.name for card in cards)
    for members in _by_key(cards).values():
        for other in members[1:]:
            links.join(members[0], other)
    names = {card.name: telling(card.columns) for card in cards}
    for one, other in _overlapping(names, _share_names):
        links.join(one, other)
    for one, other in _overlapping({card.name: card.sketch for card in cards}, _share_values):
        links.join(one, other)
    return {card.name: links.root(card.name) for card in cards}


def _by_key(cards: Iterable[Card]) -> Mapping[tuple[str, str], list[str]]:
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for card in cards:
        groups["file", card.source].append(card.name)
        path = PurePosixPath(card.source.rsplit(":", 1)[-1].split("@")[0])
        for stem in {stem_key(path.name.split(".")[0]), stem_key(card.name)}:
            if stem:
                groups["stem", stem].append(card.name)
    return groups


def stem_key(name: str) -> str:
    """The telling words of a name; empty if fewer than three letters are left.

    >>> stem_key("Survey_2018-train.v2"), stem_key("data_03")
    ('survey', '')
    """
    words = re.findall(r"[a-z]+", name.lower())
    key = "".join(word for word in words if word not in FILLERS and len(word) > 1)
    return key if len(key) >= 3 else ""


def _overlapping(
    sets: Mapping[str, frozenset[T]], enough: Callable[[int, int, int], bool]
) -> Iterator[tuple[str, str]]:
    """Pairs of tables for which ``enough(shared, fewer, more)`` holds of their sets."""
    holders: dict[T, list[str]] = defaultdict(list)
    for table, items in sets.items():
        for item in items:
            holders[item].append(table)
    for table, items in sets.items():
        shared: dict[str, int] = defaultdict(int)
        for item in items:
            for other in holders[item]:
                shared[other] += other > table
        for other, count in shared.items():
            if count and enough(count, *sorted((len(items), len(sets[other])))):
                yield table, other


def _share_names(shared: int, fewer: int, more: int) -> bool:
    return shared >= MIN_SHARED and shared >= MIN_OVERLAP * (fewer + more - shared)


def _share_values(shared: int, fewer: int, more: int) -> bool:
    return (shared >= 2 and 2 * shared >= more) or (shared >= 4 and 2 * shared >= fewer)


def telling(columns: Iterable[str]) -> frozenset[str]:
    """Lower-case column names without those that only count.

    >>> sorted(telling(["Age", "V1", "x_2", "blood pressure"]))
    ['age', 'blood pressure']
    """
    lowered = (column.strip().lower() for column in columns)
    return frozenset(name for name in lowered if not _ANONYMOUS.fullmatch(name))


class _Links:
    """Union-find; the root of a set is its alphabetically first member."""

    def __init__(self, names: Iterable[str]) -> None:
        self._parent = {name: name for name in names}

    def root(self, name: str) -> str:
        while self._parent[name] != name:
            self._parent[name] = self._parent[self._parent[name]]
            name = self._parent[name]
        return name

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self.root(one), self.root(other)))
        self._parent[second] = first
