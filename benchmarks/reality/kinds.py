"""Every kind by name."""

from __future__ import annotations

from benchmarks.reality import found, quiet
from benchmarks.reality.kind import Kind

QUIET: dict[str, Kind] = {
    **quiet.independent_rows.KINDS,
    **quiet.duplicates.KINDS,
    **quiet.dependent_rows.KINDS,
    **quiet.few_rows.KINDS,
    **quiet.closed.KINDS,
    **quiet.categories.KINDS,
    **quiet.public_tables.KINDS,
}
"""Nothing is shifted."""

FOUND: dict[str, Kind] = {
    **found.values.KINDS,
    **found.categories.KINDS,
    **found.outliers.KINDS,
    **found.relations.KINDS,
    **found.blocks.KINDS,
    **found.parts_of_rows.KINDS,
    **found.dependent_rows.KINDS,
    **found.closed.KINDS,
    **found.few_rows.KINDS,
    **found.public_tables.KINDS,
}
"""Some columns are shifted, and it is known which."""

KINDS = QUIET | FOUND
