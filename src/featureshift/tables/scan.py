"""Pass 1 over one table: what must be known of every column before its values can be compared.

A :class:`Scan` is mergeable: counts, exact ranges, category counts and the row sample of any
partition merge to those of the whole. Only ``ascending`` looks at the order of rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.kinds import Kind
from featureshift.tables.sample import RowSample
from featureshift.tables.table import Batch, RowSubset, Selection, Table

MAX_LEVELS = 1 << 17
"""Distinct texts that are counted exactly; a column with more is not compared."""


@dataclass
class Levels:
    """The distinct texts of one categorical column and how often each occurs."""

    counts: Counter[float] = field(default_factory=Counter)
    texts: dict[float, str] = field(default_factory=dict)
    overflown: bool = False
    """More distinct texts than MAX_LEVELS: counting stopped."""

    def update(self, values: NDArray[np.floating[Any]], texts: Any) -> None:
        if self.overflown:
            return
        hashes, counts = np.unique(values[~np.isnan(values)], return_counts=True)
        self.counts.update(dict(zip(hashes.tolist(), counts.tolist(), strict=True)))
        self.texts.update((h, texts[h]) for h in hashes.tolist() if h not in self.texts)
        if len(self.counts) > MAX_LEVELS:
            self.counts, self.texts, self.overflown = Counter(), {}, True

    def merge(self, other: Levels) -> Levels:
        merged = Levels(self.counts + other.counts, self.texts | other.texts)
        if self.overflown or other.overflown or len(merged.counts) > MAX_LEVELS:
            return Levels(overflown=True)
        return merged

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
    """Each value is the one in the row before it plus 1 (plus a whole number if ``gaps``)."""
    levels: dict[int, Levels]
    sample: RowSample
    head: NDArray[np.floating[Any]]
    """The first rows in their order, raw [at most ``head_rows``, features]."""
    head_rows: int = 0
    head_step: int = 1
    """Above 1, the head is every so many-th row instead: evidence without the cost of hashing."""
    gaps: bool = False
    """The rows are some of a table's, in its order, so that a count of rows skips numbers."""

    @classmethod
    def empty(
        cls,
        kinds: Sequence[Kind],
        sample_rows: int = 0,
        *,
        head_rows: int = 0,
        head_step: int = 1,
        gaps: bool = False,
    ) -> Scan:
        d = len(kinds)
        levels = {j: Levels() for j, kind in enumerate(kinds) if kind is Kind.CATEGORICAL}
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
            levels=levels,
            sample=RowSample.empty(sample_rows, d),
            head=np.empty((0, d), np.float32),
            head_rows=head_rows,
            head_step=head_step,
            gaps=gaps,
        )

    def update(self, batch: Batch, salts: NDArray[np.uint64]) -> Scan:
        """Scan of the rows so far and those of the batch; only ``levels`` are changed in place."""
        if len(batch.values) == 0:
            return self
        part = _scan_values(batch.values, self.gaps)
        for j, levels in self.levels.items():
            levels.update(batch.values[:, j], batch.levels[j])
        merged = self.merge(replace(part, levels={}))
        return replace(
            merged,
            levels=self.levels,
            sample=self.sample.update(batch.values, salts),
            head=self._headed(batch.values[-self.n_rows % self.head_step :: self.head_step]),
        )

    def _headed(self, more: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
        """The head once ``more`` rows have come; a copy, so that no batch is kept alive."""
        if len(self.head) == self.head_rows:
            return self.head
        return np.concatenate([self.head, more[: self.head_rows - len(self.head)]])

    def merge(self, other: Scan) -> Scan:
        """Scan of both tables' rows, those of ``other`` last."""
        up, down, unit = _steps(np.stack([self.last, other.first]), self.gaps)
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
            sample=self.sample.merge(other.sample),
            head=self._headed(other.head),
            head_rows=self.head_rows,
            head_step=self.head_step,
            gaps=self.gaps,
        )

    @property
    def evidence(self) -> tuple[NDArray[np.floating[Any]], NDArray[np.int64]]:
        """Raw rows in no particular order [rows, features], and how often each occurred [rows]."""
        if self.sample.capacity:
            return self.sample.rows, self.sample.counts
        return self.head, np.ones(len(self.head), np.int64)

    def select(self, columns: Sequence[int]) -> Scan:
        """Scan of some of the columns."""
        if list(columns) == list(range(len(self.low))):
            return self
        chosen = np.asarray(columns, dtype=np.intp)
        sample = replace(self.sample, rows=self.sample.rows[:, chosen])
        levels = {new: self.levels[old] for new, old in enumerate(columns) if old in self.levels}
        arrays = {
            name: getattr(self, name)[chosen]
            for name, value in vars(self).items()
            if isinstance(value, np.ndarray) and name != "head"
        }
        head = self.head[:, chosen]
        return replace(self, **arrays, levels=levels, sample=sample, head=head)


def _scan_values(values: NDArray[np.floating[Any]], gaps: bool) -> Scan:
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
    ascending, descending, unit_steps = _order(values, gaps)
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
        sample=RowSample.empty(0, d),
        head=values[:0],
    )


def _order(values: NDArray[np.floating[Any]], gaps: bool) -> NDArray[np.bool_]:
    """Which columns ascend, descend, ascend by 1 [3, features].

    Few columns are in order, and a few rows tell: only what survives a glance is looked through.
    """
    glance = values[np.linspace(0, len(values) - 1, min(len(values), 16)).astype(int)]
    order = _steps(glance, gaps)
    order[2] = order[0]
    for columns in _panels(np.flatnonzero(order.any(axis=0))):
        order[:, columns] = _steps(values[:, columns], gaps)
    return order


def _steps(values: NDArray[np.floating[Any]], gaps: bool) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore", over="ignore"):  # infinities, and doubles far apart
        steps = np.diff(values, axis=0)
        counting = (steps >= 1) & (steps == np.floor(steps)) if gaps else steps == 1
    return np.stack([(steps >= 0).all(axis=0), (steps <= 0).all(axis=0), counting.all(axis=0)])


def _panels(columns: NDArray[np.intp], width: int = 256) -> list[NDArray[np.intp]]:
    return [columns[start : start + width] for start in range(0, len(columns), width)]


def scan_table(
    table: Table,
    selection: Sequence[Selection],
    salts: NDArray[np.uint64],
    *,
    sample_rows: int = 0,
    head_rows: int = 0,
    head_step: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> Scan:
    """One pass over the selected columns of a table; ``salts`` are those of their names.

    Rows chosen out of a table do not follow each other, so such a table has no head next to its
    sample.
    """
    gaps = isinstance(table, RowSubset)
    if gaps and sample_rows:
        head_rows = 0
    kinds = [kind for _, kind in selection]
    scan = Scan.empty(kinds, sample_rows, head_rows=head_rows, head_step=head_step, gaps=gaps)
    for batch in table.batches(selection):
        scan = scan.update(batch, salts)
        advance(len(batch.values))
    return scan
