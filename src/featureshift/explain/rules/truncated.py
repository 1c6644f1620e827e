"""Values beyond a limit are gone: their cells are missing, or their rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.proposals import Proposal
from featureshift.explain.words import instant, number, percent
from featureshift.tables import Kind

EXPECTED = 12
"""Rows that should have been beyond the limit, of which there are none."""
FEW = 0.01
MOST = 0.9
"""Of the reference: what is left must be compared with something."""


def propose(case: Case) -> Iterator[Proposal]:
    """Where the query ends, without a heap, and the reference goes on."""
    column = case.column
    if column.categorical or min(len(column.before), len(column.after)) == 0:
        return
    low, high = float(column.after[0]), float(column.after[-1])
    beyond = float((column.before < low).mean()), float((column.before > high).mean())
    shown = instant if column.kind is Kind.DATETIME else number
    cut = [share > FEW and share * len(column.after) > EXPECTED for share in beyond]
    if not any(cut) or sum(beyond) > MOST:
        return
    parts = [f"below {shown(low)}"] if cut[0] else []
    parts += [f"above {shown(high)}"] if cut[1] else []
    gone = (cut[0] & (column.reference < low)) | (cut[1] & (column.reference > high))
    share = sum(part for part, is_cut in zip(beyond, cut, strict=True) if is_cut)
    values = np.where(gone, np.nan, column.reference)
    numbers = ({"low": low} if cut[0] else {}) | ({"high": high} if cut[1] else {})
    which = f"values {' and '.join(parts)}"
    words = f"{which} are missing ({percent(share)} of the rows)"
    yield Proposal(words, values, 0.5, numbers)
    if column.missing[1] < column.missing[0] + share / 2:
        words = f"no rows have {which} any more ({percent(share)} had)"
        yield Proposal(words, values, 1, numbers, missing_open=True, at_most="medium")
