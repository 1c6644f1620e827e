"""What must be known of every column before its values can be compared.

A :class:`Scan` is mergeable: counts, exact ranges and category counts of any partition merge to
those of the whole. Only ``ascending`` and its like look at the order of rows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind
from featureshift.tables.table import Batch
from featureshift.tables.text.sample import MOST_CHARACTERS, MOST_TEXTS, TextSample

MAX_LEVELS = 1 << 17
"""Distinct texts that are counted exactly; of a column with more, a sample of texts is kept."""


@dataclass
class Levels:
    """The distinct texts of one categorical column and how often each occurs."""

    counts: Counter[float] = field(default_factory=Counter)
    texts: dict[float, str] = field(default_factory=dict)
    limit: float = math.inf
    """Texts with a larger hash are not counted: there are more than MAX_LEVELS."""

    @property
    def overflown(self) -> bool:
        return self.limit < math.inf

    def update(self, values: NDArray[np.floating[Any]], texts: Any) -> None:
        hashes, counts = np.unique(values[values <= self.limit], return_counts=True)
        self.counts.update(dict(zip(hashes.tolist(), counts.tolist(), strict=True)))
        self.texts.update((h, texts[h]) for h in hashes.tolist() if h not in self.texts)
        self._bound()

    def merge(self, other: Levels) -> Levels:
        limit = min(self.limit, other.limit)
        own, others = self._below(limit), other._below(limit)
        merged = Levels(own.counts + others.counts, own.texts | others.texts, limit)
        merged._bound()
        return merged

    def _below(self, limit: float) -> Levels:
        if limit == self.limit:
            return self
        counts = Counter({h: n for h, n in self.counts.items() if h <= limit})
        return Levels(counts, {h: self.texts[h] for h in counts}, limit)

    def _bound(self) -> None:
        """The texts with the smallest hashes are the same for any order and partition of rows."""
        if len(self.counts) > (2 * MOST_TEXTS if self.overflown else MAX_LEVELS):
            kept = self._below(sorted(self.counts)[:MOST_TEXTS][-1])
            self.counts, self.texts, self.limit = kept.counts, kept.texts, kept.limit

    def sample(self, n_rows: int, present: int) -> TextSample:
        """Of a column with so many rows, of which so many hold a text."""
        chosen = sorted(self.counts)[:MOST_TEXTS]
        texts = tuple(self.texts[h][:MOST_CHARACTERS] for h in chosen)
        counts = np.array([self.counts[h] for h in chosen], np.int64)
        return TextSample(texts, counts, n_rows, present)

    def mean_length(self) -> float:
        """Characters of the text in an average row."""
        total = sum(self.counts.values())
        return sum(len(self.texts[h]) * n for h, n in self.counts.items()) / max(total, 1)


@dataclass(frozen=True)
class Scan:
    """Arrays are [features]; ranges are over finite values, (inf, -inf) where there are none."""

    n_rows: int
    present: NDArray[np.int64]
    """Cells that are neither missing nor infinite."""
    infinite: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    first: NDArray[np.float64]
    last: NDArray[np.float64]
    ascending: NDArray[np.bool_]
    """No value is below the one in the row before it, and none is missing."""
    descending: NDArray[np.bool_]
    unit_steps: NDArray[np.bool_]
    """Each value is the one in the row before it plus 1."""
    levels: dict[int, Levels]

    @classmethod
    def empty(cls, kinds: Sequence[Kind]) -> Scan:
        d = len(kinds)
        zeros, nothing = np.zeros(d, np.int64), np.full(d, np.nan)
        return cls(
            n_rows=0,
            present=zeros,
            infinite=zeros,
            low=np.full(d, np.inf),
            high=np.full(d, -np.inf),
            first=nothing,
            last=nothing,
            ascending=np.ones(d, bool),
            descending=np.ones(d, bool),
            unit_steps=np.ones(d, bool),
            levels={j: Levels() for j, kind in enumerate(kinds) if kind is Kind.CATEGORICAL},
        )

    def update(self, batch: Batch) -> Scan:
        """Scan of the rows so far and those of the batch; only ``levels`` are changed in place."""
        if len(batch.values) == 0:
            return self
        for j, levels in self.levels.items():
            levels.update(batch.values[:, j], batch.levels[j])
        return replace(self.merge(_scan_values(batch.values)), levels=self.levels)

    def texts(self, column: int) -> TextSample:
        """A sample of the texts of a categorical column."""
        return self.levels[column].sample(self.n_rows, int(self.present[column]))

    def merge(self, other: Scan) -> Scan:
        """Scan of both tables' rows, those of ``other`` last."""
        up, down, unit = _steps(np.stack([self.last, other.first]))
        if self.n_rows == 0 or other.n_rows == 0:  # no step from one to the other
            up, down, unit = np.ones((3, len(self.low)), bool)
        return Scan(
            n_rows=self.n_rows + other.n_rows,
            present=self.present + other.present,
            infinite=self.infinite + other.infinite,
            low=np.minimum(self.low, other.low),
            high=np.maximum(self.high, other.high),
            first=self.first if self.n_rows else other.first,
            last=other.last if other.n_rows else self.last,
            ascending=self.ascending & other.ascending & up,
            descending=self.descending & other.descending & down,
            unit_steps=self.unit_steps & other.unit_steps & unit,
            levels={j: own.merge(other.levels.get(j, Levels())) for j, own in self.levels.items()},
        )

    def select(self, columns: Sequence[int]) -> Scan:
        """Scan of some of the columns."""
        chosen = np.asarray(columns, dtype=np.intp)
        levels = {new: self.levels[old] for new, old in enumerate(columns) if old in self.levels}
        arrays: dict[str, Any] = {
            name: value[chosen]
            for name, value in vars(self).items()
            if isinstance(value, np.ndarray)
        }
        return replace(self, **arrays, levels=levels)


def _scan_values(values: NDArray[np.floating[Any]]) -> Scan:
    rows, d = values.shape
    low, high = values.min(axis=0).astype(np.float64), values.max(axis=0).astype(np.float64)
    present, infinite = np.full(d, rows, np.int64), np.zeros(d, np.int64)
    # The minimum or maximum of a column is finite exactly when all its cells are.
    for columns in _panels(np.flatnonzero(~(np.isfinite(low) & np.isfinite(high)))):
        part = values[:, columns]
        finite = np.isfinite(part)
        present[columns] = finite.sum(axis=0)
        infinite[columns] = np.isinf(part).sum(axis=0)
        low[columns] = np.where(finite, part, np.inf).min(axis=0)
        high[columns] = np.where(finite, part, -np.inf).max(axis=0)
    ascending, descending, unit_steps = _order(values)
    return Scan(
        n_rows=rows,
        present=present,
        infinite=infinite,
        low=low,
        high=high,
        first=values[0].astype(np.float64),
        last=values[-1].astype(np.float64),
        ascending=ascending,
        descending=descending,
        unit_steps=unit_steps,
        levels={},
    )


def _order(values: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """Which columns ascend, descend, ascend by 1 [3, features].

    Few columns are in order, and a few rows tell: only what survives a glance is looked through.
    """
    glance = values[np.linspace(0, len(values) - 1, min(len(values), 16)).astype(int)]
    order = _steps(glance)
    order[2] = order[0]
    for columns in _panels(np.flatnonzero(order.any(axis=0))):
        order[:, columns] = _steps(values[:, columns])
    return order


def _steps(values: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore", over="ignore"):  # infinities, and doubles far apart
        steps = np.diff(values, axis=0)
        return np.stack([(way).all(axis=0) for way in (steps >= 0, steps <= 0, steps == 1)])


def _panels(columns: NDArray[np.intp], width: int = 256) -> list[NDArray[np.intp]]:
    return [columns[start : start + width] for start in range(0, len(columns), width)]
