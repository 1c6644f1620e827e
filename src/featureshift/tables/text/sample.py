"""A bounded sample of the texts of one column, each with how often it occurs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

MOST_TEXTS = 1000
"""Distinct texts: those with the smallest hashes."""
MOST_CHARACTERS = 4096
"""Of a text; what is longer counts as this long."""

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TextSample:
    """Distinct texts and their rows; a hash chose them, so that any text is as likely as another.

    >>> few = TextSample.of(["a", "b", "b"])
    >>> few.texts, few.counts.tolist(), few.present
    (('a', 'b'), [1, 2], 3)
    """

    texts: tuple[str, ...]
    counts: NDArray[np.int64]
    """Rows of each text [texts]."""
    n_rows: int
    """Of the whole column."""
    present: int
    """Rows of the whole column that hold a text."""

    @classmethod
    def of(cls, column: Sequence[str | None]) -> TextSample:
        """Of a whole column that is at hand; an empty text is a missing one."""
        present = [text for text in column if text]
        texts, counts = np.unique(np.array(present, object), return_counts=True)
        return cls(tuple(texts.tolist()), counts, len(column), len(present))

    @property
    def effective(self) -> float:
        """Texts that say as much if they were equally frequent."""
        counts = self.counts.astype(np.float64)
        return float(counts.sum() ** 2 / max((counts**2).sum(), 1.0))

    def share(self, trait: NDArray[np.bool_]) -> float:
        """Of the rows, of a trait of the texts [texts]."""
        return float(self.counts[trait].sum() / max(int(self.counts.sum()), 1))

    def rewritten(self, rewrite: Callable[[str], str]) -> TextSample:
        """With each text written in another way."""
        return replace(self, texts=tuple(map(rewrite, self.texts)))

    def has(self, trait: Callable[[str], bool]) -> NDArray[np.bool_]:
        """[texts]"""
        return np.fromiter(map(trait, self.texts), np.bool_, len(self.texts))

    def measured(self, number: Callable[[str], float]) -> Vector:
        """[texts]"""
        return np.fromiter(map(number, self.texts), np.float64, len(self.texts))

    def example(self, trait: NDArray[np.bool_]) -> str:
        """The most frequent text with a trait; empty if none has it."""
        found = np.flatnonzero(trait)
        return self.texts[found[self.counts[found].argmax()]] if len(found) else ""
