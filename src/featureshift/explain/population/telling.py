"""A population in words, once for the table and once for each column that it explains."""

from __future__ import annotations

from collections.abc import Sequence

from featureshift.explain.evidence import Diagnosis, Driver, Population
from featureshift.explain.population.finding import Found
from featureshift.explain.words import percent, quoted

MOST_NAMED = 6
SURE_ROWS = 200
"""Rows of the thinned reference, from which on what is said of it is sure."""
SURE_SHARE = 0.8
MOST = 0.4
"""Share of the compared columns that differ where the populations do."""
FEWEST = 3
DIFFERS = Diagnosis("population", "differs as the populations do", "medium")
"""Of a column of different populations."""


def re_weighted(found: Found, explained: Sequence[str], others: Sequence[str]) -> Population:
    """The query as a selection of the reference; ``others`` are not explained by that.

    >>> age = Driver("age", "more rows with age < 30: 18% -> 41%")
    >>> re_weighted(Found((age,), 0.9, {}), ["income"], []).words
    "the query holds other shares of rows: more rows with age < 30: 18% -> 41%. This explains
    90% of the change of the other columns: 'income' follows from it"
    """
    rows = "; ".join(driver.words for driver in found.drivers)
    words = (
        f"the query holds other shares of rows: {rows}. This explains {percent(found.share)} of "
        "the change of the other columns"
    )
    if explained:
        verb = "follows" if len(explained) == 1 else "follow"
        words += f": {quoted(explained, MOST_NAMED)} {verb} from it"
    if others:
        words += f". Not explained by it: {quoted(others, MOST_NAMED)}"
    return Population(
        words, found.drivers, found.share, tuple(explained), tuple(others), _sure(found)
    )


def are_different(changed: Sequence[str], compared: int) -> bool:
    """Whether so many columns changed that the tables hold different populations."""
    return len(changed) >= max(FEWEST, MOST * compared)


def different(changed: Sequence[str], compared: int, keys: Sequence[Diagnosis]) -> Population:
    """Of two tables without any simple relation; ``keys`` tell of columns that say so themselves.

    >>> different(["a", "b", "c"], 4, []).words
    'different populations: 3 of 4 columns differ, and no two or three explain the others'
    """
    words = (
        f"different populations: {len(changed)} of {compared} columns differ, and no two or three "
        "explain the others"
    )
    if keys:
        said = "; ".join(key.words for key in keys[:MOST_NAMED])
        words = f"different populations: {said}. With that, {_columns(changed)}"
    return Population(words, (), 0.0, (), tuple(changed), different=True)


def _columns(changed: Sequence[str]) -> str:
    """
    >>> _columns(["a"]), _columns(["a", "b"])
    ("'a' differs", "'a', 'b' differ")
    """
    return f"{quoted(changed, MOST_NAMED)} {'differs' if len(changed) == 1 else 'differ'}"


def drives(driver: Driver, found: Found) -> Diagnosis:
    return Diagnosis("population", f"{driver.words}; other columns change with it", _sure(found))


def follows_from(found: Found) -> Diagnosis:
    """Of an explained column."""
    names = quoted(found.names)
    words = f"changes only with the share of rows along {names}: given that, it is as before"
    return Diagnosis("population", words, _sure(found))


def _sure(found: Found) -> str:
    return "high" if found.share >= SURE_SHARE and found.rows_left >= SURE_ROWS else "medium"
