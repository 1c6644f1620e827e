"""A table some texts of which are read as numbers, partition by partition as they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from featureshift.tables.kinds import Kind
from featureshift.tables.schema.reading import Reading
from featureshift.tables.table import Batch, Partition, Selection, Table


class ParsedTable(Table):
    """Another table, with readings for some of its columns by their position.

    A text that does not follow its reading is infinite, which a scan counts and all that comes
    after it takes as missing.
    """

    def __init__(self, table: Table, readings: Mapping[int, Reading]) -> None:
        self.n_rows = table.n_rows
        self.columns = [
            column._replace(kind=readings[j].kind) if j in readings else column
            for j, column in enumerate(table.columns)
        ]
        self._table, self._readings = table, readings

    def partitions(self) -> Sequence[Partition]:
        return [ParsedPartition(part, self._readings) for part in self._table.partitions()]


@dataclass(frozen=True, eq=False)
class ParsedPartition(Partition):
    texts: Partition
    readings: Mapping[int, Reading]

    @property
    def n_rows(self) -> int:  # type: ignore[override]
        return self.texts.n_rows

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        for batch in self.texts.batches(self._as_texts(selection)):
            yield self._parsed(batch, selection)

    def head(self, selection: Sequence[Selection], rows: int) -> Batch:
        return self._parsed(self.texts.head(self._as_texts(selection), rows), selection)

    def _as_texts(self, selection: Sequence[Selection]) -> list[Selection]:
        return [
            Selection(position, Kind.CATEGORICAL if position in self.readings else kind)
            for position, kind in selection
        ]

    def _parsed(self, batch: Batch, selection: Sequence[Selection]) -> Batch:
        values, levels = batch.values.astype(np.float64), dict(batch.levels)
        for j, (position, kind) in enumerate(selection):
            if position in self.readings and kind is not Kind.CATEGORICAL:
                hashes, inverse = np.unique(values[:, j], return_inverse=True)
                texts = levels.pop(j)
                parse = self.readings[position].parse
                numbers = [parse(texts[h]) if h in texts else np.nan for h in hashes.tolist()]
                values[:, j] = np.array(numbers)[inverse]
        return Batch(values, levels)
