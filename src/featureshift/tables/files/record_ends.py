"""Where the records of a delimited text end: at line breaks that stand in no quoted field."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BREAKS = b"\n", b"\r"


def end_of_records(text: bytes, separator: bytes, quote: bytes) -> int:
    r"""How many bytes the whole records take with which a text begins; 0 if there is none.

    The text begins with a record. Quotes are read as Arrow does: they open a field only where it
    begins, two of them in it stand for one, and elsewhere they are a character like any other.

    >>> end_of_records(b'a,"x\ny"\nb,"z', b",", b'"')
    8
    """
    sign = _BREAKS[0] if _BREAKS[0] in text else _BREAKS[1]
    end = text.rfind(sign) + 1
    if not quote or end == 0 or quote not in text:
        return end
    around = _around_fields(np.frombuffer(text, np.uint8), separator[0], quote[0])
    while end:
        before = int(np.searchsorted(around, end - 1))
        if before % 2 == 0:
            return end
        end = text.rfind(sign, 0, int(around[before - 1])) + 1
    return 0


def _around_fields(codes: NDArray[np.uint8], separator: int, quote: int) -> NDArray[np.intp]:
    """Where quoted fields begin and end, in turns."""
    quotes = np.flatnonzero(codes == quote)
    starts = np.isin(codes[quotes - 1], [separator, *b"".join(_BREAKS)]) | (quotes == 0)
    # Two quotes for one end a field and begin it anew, which is as good.
    again = np.append(False, np.diff(quotes) == 1)
    if (starts | again)[::2].all():
        return quotes
    return np.array(_one_by_one(quotes.tolist(), starts.tolist()), np.intp)


def _one_by_one(quotes: list[int], starts: list[bool]) -> list[int]:
    """The same where some quotes stand amid a field."""
    around: list[int] = []
    k = 0
    while k < len(quotes):
        if len(around) % 2 == 0:
            if starts[k]:
                around.append(quotes[k])
        elif k + 1 < len(quotes) and quotes[k + 1] == quotes[k] + 1:
            k += 1
        else:
            around.append(quotes[k])
        k += 1
    return around
