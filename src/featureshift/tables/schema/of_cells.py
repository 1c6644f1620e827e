"""Changes that only the cells of the compared columns tell, out of the summaries of both tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind
from featureshift.tables.scan import Levels
from featureshift.tables.schema.dictionary import changed_dictionary
from featureshift.tables.schema.emptied import became_constant, emptied
from featureshift.tables.schema.encoding import changed_encoding
from featureshift.tables.schema.instants import changed_precision, shown_instant
from featureshift.tables.schema.leading_zeros import lost_zeros
from featureshift.tables.schema.quoted import quoted
from featureshift.tables.schema.verdict import SchemaChange
from featureshift.tables.schema.whole_numbers import changed_fractions
from featureshift.tables.summary import Summary

ROWS = 1000
"""Of each sample, in which fractions and times of day are looked for."""
PANEL = 4096
"""Columns that are looked at together."""

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
Pair = tuple[Summary, Summary]


def changes_of_cells(
    names: Sequence[str], kinds: Sequence[Kind], summaries: tuple[Summary, Summary]
) -> Iterator[SchemaChange]:
    """At most one change a column."""
    rows = [summary.sample.shuffled(ROWS) for summary in summaries]
    for start in range(0, len(names), PANEL):
        panel = np.arange(start, min(start + PANEL, len(names)))
        first, second = (
            summary.sample.take(chosen, panel).astype(np.float64)
            for summary, chosen in zip(summaries, rows, strict=True)
        )
        for j in _worth_a_look(kinds, panel, (first, second), summaries):
            pair = first[:, j - start], second[:, j - start]
            change = _change_of_cells(names[j], kinds[j], j, pair, summaries)
            if change is not None:
                yield change


def _worth_a_look(
    kinds: Sequence[Kind], panel: Places, sides: tuple[Numbers, Numbers], summaries: Pair
) -> list[int]:
    """Columns that may have changed: wide tables are mostly numbers, which one pass can judge."""
    scans = summaries[0].scan, summaries[1].scan
    emptied_ones = (scans[0].present > 0) & (scans[1].present == 0)
    constant = (scans[0].low < scans[0].high) & (scans[1].low == scans[1].high)
    broken = [((values != np.round(values)) & np.isfinite(values)).any(axis=0) for values in sides]
    wordy = np.array([kinds[j] in (Kind.CATEGORICAL, Kind.DATETIME) for j in panel.tolist()], bool)
    chosen = (emptied_ones | constant)[panel] | (broken[0] != broken[1]) | wordy
    return [int(j) for j in panel[chosen]]


def _change_of_cells(
    name: str, kind: Kind, j: int, values: tuple[Numbers, Numbers], summaries: Pair
) -> SchemaChange | None:
    scans = summaries[0].scan, summaries[1].scan
    change = emptied(name, int(scans[0].present[j]), int(scans[1].present[j]))
    if change is None and scans[1].low[j] == scans[1].high[j]:
        change = became_constant(
            name, *values, _shown(kind, scans[1].low[j], scans[1].levels.get(j))
        )
    if change is not None:
        return change
    if kind is Kind.DATETIME:
        return changed_precision(name, *values)
    if kind is Kind.NUMERIC:
        return changed_fractions(name, *values)
    if kind is not Kind.CATEGORICAL:
        return None
    levels = scans[0].levels[j], scans[1].levels[j]
    return (
        changed_encoding(name, *levels)
        or lost_zeros(name, *levels)
        or changed_dictionary(name, *levels)
    )


def _shown(kind: Kind, value: float, levels: Levels | None) -> str:
    if levels is not None:
        return quoted(levels.texts.get(value, "..."))
    return shown_instant(value) if kind is Kind.DATETIME else f"{value:g}"
