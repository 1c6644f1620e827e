"""Shares of categories and of missing cells, as the rows of a small table with bars."""

from __future__ import annotations

from typing import NamedTuple

from featureshift.explain import Chart
from featureshift.report.numbers import count

MOST_ROWS = 10
MISSING = "missing"


class ShareRow(NamedTuple):
    label: str
    reference: float
    query: float
    special: bool
    """Whether this is no category but a summary: of others, or of missing cells."""


def share_rows(chart: Chart) -> list[ShareRow]:
    """The categories that matter most, in their order; the rest as one; then missing cells."""
    rows = [] if not chart.categorical else _categories(chart)
    if chart.missing_reference or chart.missing_query:
        rows.append(ShareRow(MISSING, chart.missing_reference, chart.missing_query, special=True))
    return rows


def _categories(chart: Chart) -> list[ShareRow]:
    rows = [
        ShareRow(label, reference, query, special=False)
        for label, reference, query in zip(chart.labels, chart.reference, chart.query, strict=True)
    ]
    if len(rows) <= MOST_ROWS:
        return rows
    largest = sorted(rows, key=lambda row: -max(row.reference, row.query))
    shown, rest = set(largest[: MOST_ROWS - 1]), largest[MOST_ROWS - 1 :]
    others = ShareRow(
        f"{count(len(rest), 'other')}",
        sum(row.reference for row in rest),
        sum(row.query for row in rest),
        special=True,
    )
    return [*(row for row in rows if row in shown), others]
