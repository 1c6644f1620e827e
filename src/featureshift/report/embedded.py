"""The table of all columns as compact text inside the page: compressed, then base64.

That keeps 200,000 columns within the size of a picture, and no name can end the element it is in,
since base64 has no markup.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from featureshift.report.data import ColumnTable
from featureshift.report.numbers import four_digits
from featureshift.report.visible import visible

MOST_BYTES = 3_600_000
"""Of base64: leaves room for the rest of a page of 5 MB."""
REMARK_LENGTH = 160


class Embedded(NamedTuple):
    text: str
    n_columns: int
    """How many are in it: the first ones, where not all fit."""


def embed(table: ColumnTable, cards: Mapping[str, int]) -> Embedded:
    """The columns that fit, best first, each with the number of its card if it has one."""
    n = len(table.names)
    while True:
        text = base64.b64encode(zlib.compress(_packed(table, n, cards), 6)).decode("ascii")
        if len(text) <= MOST_BYTES:
            return Embedded(text, n)
        n = int(n * 0.95 * MOST_BYTES / len(text))


def _packed(table: ColumnTable, n: int, cards: Mapping[str, int]) -> bytes:
    content = {
        "names": [visible(name) for name in table.names[:n]],
        "scores": [None if s is None else four_digits(s) for s in table.scores[:n]],
        "effects": [None if e is None else round(e, 2) for e in table.effects[:n]],
        "states": "".join(table.states[:n]),
        "remarks": {i: visible(t, REMARK_LENGTH) for i, t in table.remarks.items() if i < n},
        "cards": {i: cards[name] for i, name in enumerate(table.names[:n]) if name in cards},
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
