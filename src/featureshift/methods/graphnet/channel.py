"""What a channel of the feature graph is; each descriptor declares its own beside its code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Family = Literal["margin", "support", "missing", "relation", "prediction", "kind", "context"]
"""What a channel is about:

- margin: how far the distributions of a column lie apart
- support: which values are new, gone or repeated
- missing: missing cells
- relation: correlations with other columns and with the table's axes
- prediction: what other columns predict of a column
- kind: whether a column is discrete, binary, of levels
- context: what both tables are like, changed or not
"""

Null = Literal["normal", "maximum"]
"""What a channel is without a shift, before the signed logarithm: about standard normal, or the
largest of some such scores."""


@dataclass(frozen=True)
class Channel:
    """One number about a column, or about a column and a partner."""

    name: str
    family: Family
    signed: bool = False
    """It says query against reference: its sign changes when the tables change places."""
    swaps_with: str | None = None
    """The channel that it trades places with then; None: it stays."""
    null: Null | None = None
    """None: nothing is promised."""


def per_table(pattern: str, family: Family) -> tuple[Channel, Channel]:
    """The same number of the reference and of the query.

    >>> [(channel.name, channel.swaps_with) for channel in per_table("strength_{}", "relation")]
    [('strength_reference', 'strength_query'), ('strength_query', 'strength_reference')]
    """
    reference, query = pattern.format("reference"), pattern.format("query")
    return (
        Channel(reference, family, swaps_with=query),
        Channel(query, family, swaps_with=reference),
    )
