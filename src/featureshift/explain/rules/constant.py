"""One value in all rows of one table, and another one in all rows of the other.

A month, a site, a version: it says which part of the world the table is, and nothing can be said
about how the one value became the other.
"""

from __future__ import annotations

from featureshift.explain.columns import ColumnPair
from featureshift.explain.evidence import Diagnosis
from featureshift.explain.words import instant
from featureshift.tables import Kind


def changed(column: ColumnPair) -> Diagnosis | None:
    """What is said of such a column; None of any other."""
    first, second = column.before, column.after
    if min(len(first), len(second)) == 0 or first[0] != first[-1] or second[0] != second[-1]:
        return None
    if first[0] == second[0]:
        return None
    old, new = (_shown(column, float(value)) for value in (first[0], second[0]))
    words = f"every row has {new}, and had {old}: another batch or group"
    return Diagnosis("constant", words, "high")


def _shown(column: ColumnPair, value: float) -> str:
    if column.categorical:
        return f"'{column.labels[int(value)]}'"
    return instant(value) if column.kind is Kind.DATETIME else f"{value:.6g}"
