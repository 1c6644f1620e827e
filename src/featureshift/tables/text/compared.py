"""One trait of texts, in both tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.text.chance import share_chance
from featureshift.tables.text.sample import TextSample

Mask = NDArray[np.bool_]

SHOWN = 30
"""Characters of an example."""


class Compared(NamedTuple):
    reference: TextSample
    had: Mask
    """[texts of the reference]"""
    query: TextSample
    has: Mask

    @classmethod
    def of(cls, trait: Callable[[str], bool], reference: TextSample, query: TextSample) -> Compared:
        return cls(reference, reference.has(trait), query, query.has(trait))

    @property
    def before(self) -> float:
        """Share of the reference's rows."""
        return self.reference.share(self.had)

    @property
    def after(self) -> float:
        return self.query.share(self.has)

    @property
    def gain(self) -> float:
        return self.after - self.before

    @property
    def chance(self) -> float:
        """Of shares that are at least this far apart."""
        return share_chance(self.before, self.reference.effective, self.after, self.query.effective)

    def told(self, what: str) -> str:
        """The shares in a sentence: "40% of the texts are quoted, before 2%"."""
        return f"{percent(self.after)} of the texts {what}, before {percent(self.before)}"

    @property
    def examples(self) -> str:
        """A text of the query that shows the change, and one of the reference that does not."""
        gained = self.gain > 0
        now, before = (
            side.example(mask == wanted)
            for side, mask, wanted in (
                (self.query, self.has, gained),
                (self.reference, self.had, not gained),
            )
        )
        return f": {quoted(now)}, before {quoted(before)}" if now and before else ""


def quoted(text: str) -> str:
    """
    >>> quoted("abc"), quoted("x" * 50)
    ("'abc'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'")
    """
    return f"'{text}'" if len(text) <= SHOWN else f"'{text[: SHOWN - 1]}…'"


def percent(share: float) -> str:
    """
    >>> percent(0.5), percent(0.0123), percent(0.999), percent(1.0)
    ('50%', '1.2%', '>99%', '100%')
    """
    return ">99%" if 0.99 < share < 1 else f"{100 * share:.2g}%" if share < 1 else "100%"
