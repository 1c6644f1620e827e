"""Columns without any value left, or with one value throughout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.schema.chance import is_no_chance
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange

Values = NDArray[np.float64]


def emptied(name: str, reference: int, query: int) -> SchemaChange | None:
    """By the numbers of cells with a value; single missing cells are a matter of shift."""
    if reference == 0 or query > 0:
        return None
    return SchemaChange(ChangeKind.EMPTY, name, "has no value any more")


def became_constant(name: str, reference: Values, query: Values, shown: str) -> SchemaChange | None:
    """``shown`` is the one value as people read it; values are finite or missing."""
    sides = [values[np.isfinite(values)] for values in (reference, query)]
    if min(map(len, sides)) == 0 or (sides[1] != sides[1][0]).any():
        return None
    others = float((sides[0] != sides[1][0]).mean())
    varied = (sides[0] != sides[0][0]).any()
    if not varied or not is_no_chance(others, len(sides[1])):
        return None
    return SchemaChange(ChangeKind.CONSTANT, name, f"has one value throughout ({shown})")
