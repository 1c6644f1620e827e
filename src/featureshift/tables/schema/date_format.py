"""Dates written for people, in the formats that are met most."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from featureshift.tables.kinds import Kind
from featureshift.tables.schema.number_format import NO_VALUE

ISO = "ISO 8601"
_DATES = (
    *("%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%Y/%m/%d", "%Y.%m.%d"),
    *("%Y%m%d", "%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%d %b %Y", "%d %B %Y", "%b %d, %Y"),
    *("%B %d, %Y", "%d-%b-%Y", "%d-%b-%y", "%a, %d %b %Y", "%Y-%m"),
)
_TIMES = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p")
_LETTERS = {
    **{"%d": "DD", "%m": "MM", "%Y": "YYYY", "%y": "YY", "%b": "Mon", "%B": "Month", "%a": "Day"},
    **{"%H": "hh", "%I": "hh", "%M": "mm", "%S": "ss", "%f": "ffffff", "%p": "am/pm"},
}
_SHAPES = {
    **dict.fromkeys(("%d", "%m", "%y", "%H", "%I", "%M", "%S"), "[0-9]{1,2}"),
    **dict.fromkeys(("%b", "%B", "%a"), "[A-Za-z]+"),
    **{"%Y": "[0-9]{4}", "%f": "[0-9]{1,6}", "%p": "[AaPp][Mm]"},
}


@dataclass(frozen=True)
class DateFormat:
    """How all dates of a column are written; those without a zone are read as UTC.

    >>> DateFormat("%d.%m.%Y").parse("02.01.1970")
    86400.0
    """

    pattern: str = ISO

    kind = Kind.DATETIME
    is_plain = False

    def parse(self, text: str) -> float:
        """Seconds since 1970, infinite where there is no date and NaN where the text says so."""
        text = text.strip()
        if text.casefold() in NO_VALUE:
            return math.nan
        try:
            instant = self._instant(text)
            if instant is None:
                return math.inf
            return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):  # the year 0, or an offset beyond the first year
            return math.inf

    def _instant(self, text: str) -> datetime | None:
        if self.pattern == ISO:  # bare digits are a number before they are a date
            return datetime.fromisoformat(text) if "-" in text[:8] else None
        if _shape(self.pattern).fullmatch(text) is None:
            return None  # strptime forgets what it compiled and is slow to find out
        return datetime.strptime(text, self.pattern)

    @property
    def words(self) -> str:
        """

        >>> DateFormat("%d/%m/%Y %H:%M").words
        'dates written as DD/MM/YYYY hh:mm'
        """
        said = self.pattern
        for code, letters in _LETTERS.items():
            said = said.replace(code, letters)
        return f"dates written as {said}"


@cache
def _shape(pattern: str) -> re.Pattern[str]:
    """What a date of this format may look like."""
    parts = re.split("(%.)", pattern)
    return re.compile("".join(_SHAPES.get(part, re.escape(part)) for part in parts))


def date_formats(texts: Sequence[str]) -> Iterator[DateFormat]:
    """Formats that the first of the texts follow."""
    first = [text for text in texts[:20] if text.strip().casefold() not in NO_VALUE][:5]
    patterns = [ISO, *(date + time for time in _TIMES for date in _DATES)]
    for pattern in patterns:
        found = DateFormat(pattern)
        if any(math.isfinite(found.parse(text)) for text in first):
            yield found
