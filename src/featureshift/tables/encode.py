"""Raw numbers of a batch -> float32 cells that are comparable between the two tables.

Single precision has 24 bits: enough for any distribution once a large common offset (a year in
seconds, an account number) or an extreme magnitude is taken out, which is done exactly where it is
needed and from the pooled range, so that no order or partition of rows can change it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.scan import Levels, Scan

_OFFSET_DOMINATES = 2.0**12
_EXTREME = 2.0**60
"""Squares of anything between these and their inverse can be held in single precision."""


@dataclass(frozen=True)
class LevelCodes:
    """Codes of one categorical column: 0 is the most frequent text of both tables together."""

    hashes: NDArray[np.float64]
    """Ascending."""
    codes: NDArray[np.float64]
    texts: tuple[str, ...]
    """By code."""

    @classmethod
    def learn(cls, reference: Levels, query: Levels) -> LevelCodes:
        counts: Counter[float] = reference.counts + query.counts
        texts = reference.texts | query.texts
        ranked = sorted(counts, key=lambda h: (-counts[h], texts[h]))
        order = np.argsort(ranked)
        return cls(
            np.array(ranked)[order], order.astype(np.float64), tuple(texts[h] for h in ranked)
        )

    def encode(self, hashes: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        if len(self.hashes) == 0:
            return np.full(len(hashes), np.nan)
        found = np.minimum(np.searchsorted(self.hashes, hashes), len(self.hashes) - 1)
        return np.where(self.hashes[found] == hashes, self.codes[found], np.nan)


@dataclass(frozen=True)
class Encoder:
    """``encoded = raw * factor - offset``, of the code if categorical; infinity is missing."""

    factor: NDArray[np.float64]
    offset: NDArray[np.float64]
    low: NDArray[np.float32]
    """Pooled range of the encoded values [features]; (0, 0) for a column without values."""
    high: NDArray[np.float32]
    infinite: NDArray[np.intp]
    """Columns in which an infinity occurs."""
    levels: Mapping[int, LevelCodes]

    @classmethod
    def learn(cls, reference: Scan, query: Scan) -> Encoder:
        low = np.minimum(reference.low, query.low)
        high = np.maximum(reference.high, query.high)
        low, high = np.where(low > high, 0.0, low), np.where(low > high, 0.0, high)
        levels = {j: LevelCodes.learn(own, query.levels[j]) for j, own in reference.levels.items()}
        for j, codes in levels.items():
            low[j], high[j] = 0.0, max(len(codes.texts) - 1, 0)
        factor, offset = _conditioning(low, high)
        return cls(
            factor=factor,
            offset=offset,
            low=(low * factor - offset).astype(np.float32),
            high=(high * factor - offset).astype(np.float32),
            infinite=np.flatnonzero(reference.infinite + query.infinite),
            levels=levels,
        )

    def select(self, columns: Sequence[int]) -> Encoder:
        """Of some of the columns."""
        chosen = np.asarray(columns, np.intp)
        return Encoder(
            factor=self.factor[chosen],
            offset=self.offset[chosen],
            low=self.low[chosen],
            high=self.high[chosen],
            infinite=np.flatnonzero(np.isin(chosen, self.infinite)),
            levels={new: self.levels[old] for new, old in enumerate(columns) if old in self.levels},
        )

    def unit(self, raw: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
        """Encoded values scaled to [0, 1] by the exact pooled range; a constant column is 0."""
        return self.scaled(self(raw))

    def scaled(self, encoded: NDArray[np.float32]) -> NDArray[np.float32]:
        """Encoded values on [0, 1]."""
        width = self.high - self.low
        width = np.where(width > 0, width, np.float32(1))
        return np.clip((encoded - self.low) / width, np.float32(0), np.float32(1))

    def __call__(self, raw: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
        """Encoded values [rows, features]; may share memory with ``raw``, so do not write."""
        plain = not self.levels and (self.factor == 1).all() and (self.offset == 0).all()
        if plain and len(self.infinite) == 0:
            return raw.astype(np.float32, copy=False)
        values = raw.astype(np.float64, order="K")
        values[:, self.infinite] = np.where(
            np.isinf(values[:, self.infinite]), np.nan, values[:, self.infinite]
        )
        for j, codes in self.levels.items():
            values[:, j] = codes.encode(values[:, j])
        values *= self.factor
        values -= self.offset
        return values.astype(np.float32)


def _conditioning(
    low: NDArray[np.float64], high: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    largest = np.maximum(np.abs(low), np.abs(high))
    # Powers of two multiply exactly. Halves first: the range of doubles is no double.
    spread = high / 2 - low / 2
    offset = (largest / _OFFSET_DOMINATES > spread) & (spread > 0)
    left = np.where(offset, spread, largest)
    extreme = (left > _EXTREME) | ((spread < 1 / _EXTREME) & (spread > 0))
    exponent = np.frexp(np.where(extreme, np.where(spread > 0, spread, largest), 1.0))[1]
    factor = np.where(extreme, np.ldexp(1.0, np.clip(-exponent, -1000, 1000)), 1.0)
    return factor, np.where(offset, low * factor, 0.0)
