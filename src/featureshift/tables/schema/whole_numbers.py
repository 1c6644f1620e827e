"""Counts that became measurements, and measurements that lost their fractions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.schema.chance import is_no_chance
from featureshift.tables.schema.verdict import ChangeKind, SchemaChange

Numbers = NDArray[np.float64]
_WORDS = {True: "whole numbers", False: "numbers with fractions"}


def changed_fractions(name: str, reference: Numbers, query: Numbers) -> SchemaChange | None:
    """Whether only one table has fractions; how whole numbers are stored does not matter.

    Who expects fractions can read whole numbers, too; that they were rounded the shift will tell.
    """
    sides = [values[np.isfinite(values)] for values in (reference, query)]
    if min(map(len, sides)) == 0:
        return None
    fractions = [values != np.round(values) for values in sides]
    whole = [not some.any() for some in fractions]
    if whole[0] is whole[1]:
        return None
    at = whole.index(True)
    if not is_no_chance(float(fractions[1 - at].mean()), len(sides[at])):
        return None
    example = sides[1][fractions[1]][0] if at == 0 else sides[1][0]
    message = f"type changed: {_WORDS[whole[0]]} -> {_WORDS[whole[1]]} (e.g. {example:g})"
    return SchemaChange(ChangeKind.TYPE, name, message, "breaking" if whole[0] else "harmless")
