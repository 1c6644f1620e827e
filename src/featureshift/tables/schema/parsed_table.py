"""A table some texts of which are read as numbers, partition by partition as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

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
        self.texts, self.readings = table, readings

    def partitions(self) -> Sequence[Partition]:
        return [ParsedPartition(part, self.readings) for part in self.texts.partitions()]


@dataclass(frozen=True, eq=False)
class ParsedPartition(Partition):
    texts: Partition
    readings: Mapping[int, Reading]

    @property
    def n_rows(self) -> int:  # type: ignore[override]
        return self.texts.n_rows

    @property
    def engine(self) -> str:  # type: ignore[override]
        return self.texts.engine

    def read_by(self, engine: str) -> Partition:
        return replace(self, texts=self.texts.read_by(engine))

    def batches(self, selection: Sequence[Selection]) -> Iterator[Batch]:
        for batch in self.texts.batches(_as_texts(selection, self.readings)):
            yield _parsed(batch, selection, self.readings)

    def head(self, selection: Sequence[Selection], rows: int) -> Batch:
        texts = self.texts.head(_as_texts(selection, self.readings), rows)
        return _parsed(texts, selection, self.readings)


class BatchReader(Protocol):
    """What a fold is given, whatever its states are."""

    @property
    def selection(self) -> Sequence[Selection]: ...

    def start(self) -> Any: ...

    def update(self, state: Any, batch: Batch) -> Any: ...

    def merge(self, first: Any, second: Any) -> Any: ...


@dataclass(frozen=True, eq=False)
class ParsedReader:
    """Reads of a table what ``reader`` would read of its ``ParsedTable``."""

    reader: BatchReader
    readings: Mapping[int, Reading]

    @property
    def selection(self) -> Sequence[Selection]:
        return _as_texts(self.reader.selection, self.readings)

    def start(self) -> Any:
        return self.reader.start()

    def update(self, state: Any, batch: Batch) -> Any:
        return self.reader.update(state, _parsed(batch, self.reader.selection, self.readings))

    def merge(self, first: Any, second: Any) -> Any:
        return self.reader.merge(first, second)


def _as_texts(selection: Sequence[Selection], readings: Mapping[int, Reading]) -> list[Selection]:
    return [
        Selection(position, Kind.CATEGORICAL if position in readings else kind)
        for position, kind in selection
    ]


def _parsed(batch: Batch, selection: Sequence[Selection], readings: Mapping[int, Reading]) -> Batch:
    values, levels = batch.values.astype(np.float64), dict(batch.levels)
    for j, (position, kind) in enumerate(selection):
        if position in readings and kind is not Kind.CATEGORICAL:
            parse = readings[position].parse
            values[:, j] = parsed_hashes(values[:, j], levels.pop(j), parse)
    return Batch(values, levels)


def parsed_hashes(
    hashes: NDArray[np.floating[Any]], texts: Mapping[float, str], parse: Callable[[str], float]
) -> NDArray[np.float64]:
    """The numbers that texts say, given by their hashes; NaN where there is no text.

    >>> parsed_hashes(np.array([7.0, np.nan, 7.0]), {7.0: "1.5"}, float).tolist()
    [1.5, nan, 1.5]
    """
    distinct, inverse = np.unique(hashes, return_inverse=True)
    numbers = [parse(texts[h]) if h in texts else np.nan for h in distinct.tolist()]
    return np.array(numbers, np.float64)[inverse]
