"""Yes and no, in the words that stand for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from featureshift.tables.kinds import Kind
from featureshift.tables.schema.number_format import NO_VALUE

PAIRS = (("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f"), ("on", "off"), ("1", "0"))


@dataclass(frozen=True)
class FlagWords:
    """The words for 1 and for 0, whatever their case.

    >>> FlagWords("yes", "no").parse("Yes")
    1.0
    """

    true: str
    false: str

    kind = Kind.BOOLEAN
    is_plain = False

    def parse(self, text: str) -> float:
        """1 or 0, infinite where the text is neither and NaN where it says that it is missing."""
        word = text.strip().casefold()
        if word in NO_VALUE:
            return math.nan
        return {self.true: 1.0, self.false: 0.0}.get(word, math.inf)

    @property
    def words(self) -> str:
        return f"{self.true} and {self.false}"


def flag_words(texts: Sequence[str]) -> FlagWords | None:
    """The pair of words that all texts are out of, both of which occur."""
    used = {text.strip().casefold() for text in texts} - NO_VALUE
    pair = next((pair for pair in PAIRS if used == set(pair)), None)
    return None if pair is None else FlagWords(*pair)
