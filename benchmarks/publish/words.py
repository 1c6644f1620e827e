"""Numbers and names as the page writes them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from featureshift.bench.layout import as_markdown

ABSENT = "-"


def score(value: float) -> str:
    return ABSENT if math.isnan(value) else f"{value:.3f}"


def seconds(value: float) -> str:
    """
    >>> [seconds(value) for value in (0.01964, 0.6127, 12.7359, 1764.2)]
    ['0.0196', '0.613', '12.7', '1,764']
    """
    if math.isnan(value):
        return ABSENT
    return f"{value:,.0f}" if value >= 1000 else f"{value:#.3g}".rstrip(".")


def percent(share: float) -> str:
    """One digit, or as many as a rare event needs.

    >>> [percent(share) for share in (0.2, 0.0244, 0.00006, 0.0)]
    ['20.0 %', '2.4 %', '0.006 %', '0 %']
    """
    if share == 0:
        return "0 %"
    return f"{100 * share:.1f} %" if share >= 0.001 else f"{100 * share:.1g} %"


def signed(value: float) -> str:
    return f"{value:+.3f}"


def whole(value: float) -> str:
    """
    >>> whole(198473)
    '198,473'
    """
    return f"{value:,.0f}"


def code(name: str) -> str:
    return f"`{name}`"


def scored(scores: Mapping[str, float]) -> str:
    """
    >>> scored({"mrmr": 0.5, "mb-sm": 0.25})
    '`mrmr` 0.500 and `mb-sm` 0.250'
    """
    return listed(f"{code(method)} {score(value)}" for method, value in scores.items())


def timed(times: Mapping[str, float]) -> str:
    """
    >>> timed({"mrmr": 12.74})
    '`mrmr` 12.7 s'
    """
    return listed(f"{code(method)} {seconds(value)} s" for method, value in times.items())


def listed(names: Iterable[str]) -> str:
    """
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def methods(names: Iterable[str]) -> str:
    """
    >>> methods(["mrmr", "mb-sm"])
    '`mrmr` and `mb-sm`'
    """
    return listed(map(code, names))


def counted(n: int, noun: str) -> str:
    """
    >>> counted(1, "pair"), counted(2050, "pair"), counted(2, "query")
    ('1 pair', '2,050 pairs', '2 queries')
    """
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{n:,} {noun if n == 1 else plural}"


def table(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    return as_markdown([head, *body])


FILTERS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (score, seconds, percent, signed, whole, code, scored, timed, listed, methods)
} | {"counted": counted}
"""What page.md may write behind a field, as in ``{{ mean | score }}``."""
