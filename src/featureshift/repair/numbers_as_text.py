"""Text that holds numbers: decimal commas, separators of thousands, a currency around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import narwhals as nw

from featureshift.repair.step import CannotRepairError, Series

SPACES = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2212": "-"}
"""Other ways to write a space or a minus."""


AFFIXES = re.compile(r"([^\d.,+-]*)(.*?)([^\d.,]*)", re.DOTALL)
"""Before, inside and after what may be a number."""


class Marks(NamedTuple):
    decimal: str
    thousands: str
    words: str


MARKS = (
    Marks(".", "", "plain numbers"),
    Marks(",", "", "a decimal comma"),
    Marks(".", ",", "commas between thousands"),
    Marks(",", ".", "a decimal comma and points between thousands"),
    Marks(".", " ", "spaces between thousands"),
    Marks(",", " ", "a decimal comma and spaces between thousands"),
    Marks(".", "'", "apostrophes between thousands"),
)
"""The plainest first."""


def numbers_of(values: Series) -> tuple[Series, str]:
    """The column as numbers, and how they are written; raises CannotRepairError.

    Every cell has to be a number, and written in a way that leaves no doubt: "1,234" alone may be
    either.
    """
    texts = [None if text is None else _plain(str(text)) for text in values.to_list()]
    texts = [text if text and text != "nan" else None for text in texts]
    present = _without_affixes([text for text in texts if text is not None])
    if not present:
        raise CannotRepairError("no cell holds a number")
    fitting = [marks for marks in MARKS if all(_pattern(marks).fullmatch(t) for t in present)]
    if not fitting:
        raise CannotRepairError("not every cell holds a number")
    chosen = fitting[0]
    found = [_value(text, chosen) for text in present]
    if any([_value(text, other) for text in present] != found for other in fitting[1:]):
        raise CannotRepairError("commas or points in its numbers can be read in two ways")
    numbers = iter(found)
    cells = [None if text is None else next(numbers) for text in texts]
    column = nw.new_series(values.name or "", cells, nw.Float64(), backend=values.implementation)
    return column, chosen.words


def _plain(text: str) -> str:
    for written, meant in SPACES.items():
        text = text.replace(written, meant)
    return text.strip()


def _without_affixes(texts: Sequence[str]) -> list[str]:
    """Without what stands before and after the number in every cell, such as a currency."""
    if not texts:
        return []
    before, after = AFFIXES.fullmatch(texts[0]).group(1, 3)  # type: ignore[union-attr]
    if "%" in before + after:
        raise CannotRepairError("percents may stand for shares or for hundreds")
    return [text.removeprefix(before).removesuffix(after).strip() for text in texts]


def _pattern(marks: Marks) -> re.Pattern[str]:
    decimal, thousands = re.escape(marks.decimal), re.escape(marks.thousands)
    whole = rf"(\d{{1,3}}({thousands}\d{{3}})+|\d+)" if marks.thousands else r"\d+"
    return re.compile(rf"[-+]?{whole}({decimal}\d+)?")


def _value(text: str, marks: Marks) -> float:
    if marks.thousands:
        text = text.replace(marks.thousands, "")
    return float(text.replace(marks.decimal, "."))
