"""All that a comparison keeps of one table: a scan of every column and one sample of rows.

A summary is bounded, and summaries of partitions merge to that of the whole; everything after the
reading of two tables is a function of their summaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from featureshift.tables.frequent import FrequentKeys
from featureshift.tables.sample import RowSample, column_salts, row_keys
from featureshift.tables.scan import Scan
from featureshift.tables.table import Batch, Selection


@dataclass(frozen=True, eq=False)
class Summary:
    scan: Scan
    sample: RowSample
    frequent: FrequentKeys

    @property
    def n_rows(self) -> int:
        return self.scan.n_rows

    def bounded(self) -> Summary:
        """The same in one block of memory, with no more rows than the sample may hold."""
        return replace(self, sample=self.sample.settled().compact())

    def select(self, columns: Sequence[int]) -> Summary:
        """Of some of the columns."""
        if list(columns) == list(range(len(self.scan.low))):
            return self
        scan, sample = self.scan.select(columns), self.sample.select(columns)
        return replace(self, scan=scan, sample=sample)


@dataclass(frozen=True, eq=False)
class SummaryReader:
    """Reads the selected columns into a summary with at most ``capacity`` rows."""

    selection: Sequence[Selection]
    salts: NDArray[np.uint64]
    """Of the names of the selected columns."""
    capacity: int

    @classmethod
    def of(
        cls, names: Sequence[str], selection: Sequence[Selection], capacity: int
    ) -> SummaryReader:
        return cls(selection, column_salts(names), capacity)

    def start(self) -> Summary:
        kinds = [kind for _, kind in self.selection]
        return Summary(Scan.empty(kinds), RowSample.empty(self.capacity), FrequentKeys())

    def update(self, summary: Summary, batch: Batch) -> Summary:
        keys = row_keys(batch.values, self.salts)
        return Summary(
            summary.scan.update(batch),
            summary.sample.update(batch.values, keys),
            summary.frequent.update(keys),
        )

    def merge(self, first: Summary, second: Summary) -> Summary:
        """Of the rows of both, those of ``second`` last."""
        return Summary(
            first.scan.merge(second.scan),
            first.sample.merge(second.sample),
            first.frequent.merge(second.frequent),
        )
