"""Dask frames: each of their partitions is computed where Dask computes it, and never all here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from featureshift.errors import OptionError, TableError
from featureshift.tables.arrow import ArrowPartition, TextHashes
from featureshift.tables.columns import arrow_column, text_column
from featureshift.tables.kinds import Column, Kind, is_zoned, kind_of_arrow
from featureshift.tables.sources import record_batches, refuse_duplicates
from featureshift.tables.table import (
    HEAD_ROWS,
    HEADS,
    Batch,
    Partition,
    Selection,
    Table,
)


class DaskTable(Table):
    """All partitions of a frame as one; the engine that reads it takes them apart."""

    def __init__(self, frame: Any) -> None:
        self._names = refuse_duplicates(frame.columns)
        self.n_rows = len(frame)
        self._frame = frame
        self.columns = self._columns()
        kinds = {column.name: column.kind for column in self.columns}
        read = partial(_computed, frame, kinds)
        self._partition = DaskPartition(
            self.n_rows, read, TextHashes(), engine="dask", frame=frame, kinds=kinds
        )

    def partitions(self) -> Sequence[Partition]:
        return [self._partition]

    def heads(self, selection: Sequence[Selection]) -> list[Batch]:
        """Rows are cut off where they lie."""
        places = [position for position, _ in selection]
        found = self._first_rows(places)
        here = [Selection(j, kind) for j, (_, kind) in enumerate(selection)]
        return [
            _partition_of(as_arrow(rows, self._partition.kinds)).head(here, max(len(rows), 1))
            for rows in found
        ]

    def _columns(self) -> list[Column]:
        """Types are those of the frame; a few rows tell them of columns of Python objects."""
        empty = self._frame._meta
        types = [pa.array(empty.iloc[:, j], from_pandas=True).type for j in range(empty.shape[1])]
        unknown = [j for j, dtype in enumerate(types) if not _is_told(empty.iloc[:, j], dtype)]
        notes = {}
        if unknown:
            import pandas as pd

            rows = pd.concat(self._first_rows(unknown), ignore_index=True)
            for place, j in enumerate(unknown):
                array, notes[j] = arrow_column(self._names[j], rows.iloc[:, place])
                types[j] = array.type
        return [
            Column(name, kind_of_arrow(dtype), notes.get(j), is_zoned(dtype), str(dtype))
            for j, (name, dtype) in enumerate(zip(self._names, types, strict=True))
        ]

    def _first_rows(self, places: Sequence[int]) -> list[Any]:
        """Of a few partitions, a bounded number in all."""
        import dask

        pieces = pieces_of(self._frame, places)
        chosen = np.unique(np.linspace(0, len(pieces) - 1, min(len(pieces), HEADS)).astype(int))
        each = HEAD_ROWS // len(chosen)
        heads = [dask.delayed(_head)(pieces[k], each) for k in chosen.tolist()]
        return [head for head in dask.compute(*heads) if len(head)] or [self._frame._meta]


@dataclass(frozen=True, eq=False)
class DaskPartition(ArrowPartition):
    """A whole frame; read here, one of its partitions is computed after the other."""

    frame: Any = None
    kinds: Any = None
    """Name of a column -> what it holds."""

    def read_by(self, engine: str) -> Partition:
        if engine not in ("dask", "local"):
            raise OptionError(
                f"the engine {engine!r} cannot read a Dask frame",
                expected="'dask', or 'local' to compute one partition after the other here",
                remedy="leave the engine out: it follows from the tables",
            )
        return replace(self, engine=engine)


def pieces_of(frame: Any, places: Sequence[int]) -> list[Any]:
    """Each partition of some columns, in their order, to be computed."""
    return list(frame[[frame.columns[j] for j in places]].to_delayed())


def as_arrow(rows: Any, kinds: Any) -> Any:
    """A partition as Arrow; columns of Python objects hold what they hold in all partitions."""
    names = refuse_duplicates(rows.columns)
    return pa.table(
        {name: _array(name, rows.iloc[:, j], kinds[name]) for j, name in enumerate(names)}
    )


def _array(name: str, values: Any, kind: Kind) -> Any:
    array, _ = arrow_column(name, values)
    found = kind_of_arrow(array.type)
    if found in (kind, Kind.EMPTY) or kind in (Kind.EMPTY, Kind.UNSUPPORTED):
        return array
    if kind is Kind.CATEGORICAL:
        return text_column(values)
    raise TableError(
        f"column {name!r} is of different types in the partitions of one frame",
        expected=f"{kind} values, as in its first rows",
        found=f"{found} values",
        remedy="give the column a type: frame.astype(...)",
    )


def _is_told(column: Any, dtype: Any) -> bool:
    """Whether the type of an empty column says what the partitions hold."""
    from dask.dataframe.utils import UNKNOWN_CATEGORIES

    if pa.types.is_null(dtype):
        return False
    return not pa.types.is_dictionary(dtype) or UNKNOWN_CATEGORIES not in column.cat.categories


def _head(rows: Any, most: int) -> Any:
    return rows.head(most)


def _partition_of(table: Any) -> ArrowPartition:
    return ArrowPartition(table.num_rows, partial(record_batches, table), TextHashes())


def _computed(frame: Any, kinds: Any, indices: Sequence[int], rows: int) -> Iterator[Any]:
    for piece in pieces_of(frame, indices):
        table = as_arrow(piece.compute(), kinds)
        yield from record_batches(table, range(table.num_columns), rows)
