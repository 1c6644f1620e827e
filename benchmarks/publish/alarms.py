"""False alarms where nothing is shifted, by the width of the table."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.publish.comparable_rows import ComparableRows, on_all_tasks
from benchmarks.publish.load_results import Results
from featureshift.bench.rows import OK, Row

SUITE, SHORT = "no-shift", "no-shift-slow"
"""All pairs, and those that slow methods run too."""
WIDTHS = ((1, 10), (11, 50), (51, 200), (201, 600), (601, 2000), (2001, 1_000_000))
"""Bands of columns, both ends included."""


@dataclass(frozen=True)
class Alarms:
    """One method on the pairs of one band."""

    pairs: int
    alarmed: int
    """Pairs in which any column at all was flagged."""
    features: int
    flagged: int

    @property
    def share(self) -> float:
        return self.alarmed / self.pairs if self.pairs else math.nan

    @property
    def feature_share(self) -> float:
        return self.flagged / self.features if self.features else math.nan


def widest_comparison(results: Results) -> ComparableRows | None:
    """The short pairs if more methods ran these than ran all; None without results."""
    found = [compared for name in (SUITE, SHORT) if (compared := all_pairs(results, name))]
    return max(found, key=lambda compared: len(compared.methods), default=None)


def all_pairs(results: Results, suite: str = SUITE) -> ComparableRows | None:
    """The methods that ran every pair of a suite; None if nobody did."""
    known = results.suites.get(suite)
    return None if known is None else on_all_tasks(results.rows, known)


def quietest_first(rows: Iterable[Row]) -> dict[str, Alarms]:
    """All widths together, by method."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.method].append(row)
    total = {method: count_alarms(group) for method, group in groups.items()}
    return dict(sorted(total.items(), key=lambda item: (item[1].share, item[0])))


def bands_of(rows: Iterable[Row]) -> list[tuple[int, int]]:
    """Those of ``WIDTHS`` that any pair belongs to."""
    met = {_band(row.n_features) for row in rows}
    return [band for band in WIDTHS if band in met]


def alarms_by_width(rows: Iterable[Row]) -> dict[tuple[str, tuple[int, int]], Alarms]:
    """By method and band, of finished cells alone: one that was stopped did not stay silent."""
    groups: dict[tuple[str, tuple[int, int]], list[Row]] = defaultdict(list)
    for row in rows:
        if row.status == OK:
            groups[row.method, _band(row.n_features)].append(row)
    return {key: count_alarms(group) for key, group in groups.items()}


def count_alarms(rows: Iterable[Row]) -> Alarms:
    finished = [row for row in rows if row.status == OK]
    return Alarms(
        pairs=len(finished),
        alarmed=sum(row.n_flagged > 0 for row in finished),
        features=sum(row.n_features for row in finished),
        flagged=sum(row.n_flagged for row in finished),
    )


def band_name(band: tuple[int, int]) -> str:
    """
    >>> [band_name(band) for band in (WIDTHS[0], WIDTHS[-1])]
    ['up to 10', 'over 2,000']
    """
    low, high = band
    if band == WIDTHS[0]:
        return f"up to {high:,}"
    return f"over {low - 1:,}" if band == WIDTHS[-1] else f"{low:,} to {high:,}"


def _band(n_features: int) -> tuple[int, int]:
    return next(band for band in WIDTHS if band[0] <= n_features <= band[1])
