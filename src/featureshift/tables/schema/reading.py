"""The one way in which nearly all texts of a column can be read as numbers or dates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind
from featureshift.tables.schema.date_format import date_formats
from featureshift.tables.schema.number_format import number_formats

NEARLY_ALL = 0.95
"""Share of the texts that must follow a format, words for "missing" aside."""
GLANCE = 20

Numbers = NDArray[np.float64]


class Reading(Protocol):
    """How the texts of a column are written."""

    @property
    def kind(self) -> Kind:
        """Of what they are read as."""

    @property
    def is_plain(self) -> bool:
        """Whether they are written as a computer would."""

    @property
    def words(self) -> str:
        """What they are read as."""

    def parse(self, text: str) -> float:
        """A number; infinity where the text does not follow, NaN where it says "missing"."""


def numbers_in(texts: Sequence[str], other: Numbers | None = None) -> Reading | None:
    """The format of numbers that nearly all texts follow.

    Where "1,234" leaves it open, the numbers of the ``other`` table decide.

    >>> numbers_in(["12,50", "3,20"])
    NumberFormat(decimal=',', thousands='', prefix='', suffix='', factor=1.0)
    """
    if not _at_a_glance(texts):
        return None
    return _best(number_formats(texts), texts, other)


def dates_in(texts: Sequence[str], other: Numbers | None = None) -> Reading | None:
    """The format of dates that nearly all texts follow."""
    if not _at_a_glance(texts):
        return None
    return _best(date_formats(texts), texts, other)


def _at_a_glance(texts: Sequence[str]) -> bool:
    """Whether digits are in what comes first, so that names and free text cost nothing."""
    return any(letter.isdigit() for text in texts[:GLANCE] for letter in text)


def _best(
    formats: Iterable[Reading], texts: Sequence[str], other: Numbers | None
) -> Reading | None:
    """The format that most texts follow; of equals the one nearest to the other table, the first
    where nothing is known of that.
    """
    fitting = []
    for reading in formats:
        numbers = parsed(reading, texts)
        share = _share(numbers)
        if share >= NEARLY_ALL:
            fitting.append((share, reading, numbers[np.isfinite(numbers)]))
    most = max((share for share, _, _ in fitting), default=0.0)
    equals = [(reading, numbers) for share, reading, numbers in fitting if share == most]
    if not equals:
        return None
    if other is None or len(other) == 0:
        return equals[0][0]
    return min(equals, key=lambda each: distance(each[1], other))[0]


def follows(reading: Reading, texts: Sequence[str]) -> bool:
    """Whether nearly all texts do."""
    return _share(parsed(reading, texts)) >= NEARLY_ALL


def _share(numbers: Numbers) -> float:
    said = numbers[~np.isnan(numbers)]
    return float(np.isfinite(said).mean()) if len(said) else 0.0


def parsed(reading: Reading, texts: Sequence[str]) -> Numbers:
    return np.array([reading.parse(text) for text in texts], np.float64)


def distance(first: Numbers, second: Numbers) -> float:
    """The largest difference between two cumulative distributions; then that of the medians."""
    both = np.sort(np.concatenate([first, second]))
    shares = [
        np.searchsorted(np.sort(side), both, side="right") / len(side) for side in (first, second)
    ]
    gap = abs(float(np.median(first)) - float(np.median(second)))
    return float(np.abs(shares[0] - shares[1]).max()) + gap / (1 + gap) * 1e-3
