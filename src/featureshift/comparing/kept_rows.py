"""How many rows are kept of each source, so that all profiles together fit into memory."""

from __future__ import annotations

from collections.abc import Sequence

from featureshift.methods.base import Localizer
from featureshift.methods.registry import make_localizer
from featureshift.tables import Table
from featureshift.tables.profile.profile import readable

KEPT_CELLS = 1 << 25
"""In the profiles of all sources together: 256 MB, and as many again in their sums."""
FEWEST_KEPT = 1000
"""Rows of each source that are kept, however many there are."""


def kept_rows(
    table: Table, chosen: Sequence[int], n_sources: int, method: str | Localizer | None
) -> int:
    """Of one of so many sources."""
    width = max(len(readable(table.columns, chosen)), 1)
    fitting = max(KEPT_CELLS // (n_sources * width), FEWEST_KEPT)
    return min(make_localizer(method).sample_rows(width), fitting)
