"""Columns read as the type that people say they have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from featureshift.errors import TableError, UnsupportedTableError
from featureshift.tables.arrow import ArrowTable, RecordBatches
from featureshift.tables.kinds import Column, kind_of_arrow
from featureshift.tables.named_columns import matching
from featureshift.tables.table import Table

TYPES = {
    "text": pa.string(),
    "number": pa.float64(),
    "date": pa.timestamp("us"),
    "boolean": pa.bool_(),
}
"""What a column can be said to hold -> the type it is cast to."""


def with_types(table: Table, types: Mapping[str, str]) -> Table:
    """The table with columns cast as they are read; a cell that cannot be cast is an error.

    ``types`` are keys of ``TYPES`` by name or glob; what the table does not have is passed over.
    """
    wanted = matching(types, [column.name for column in table.columns])
    if not wanted:
        return table
    if not isinstance(table, ArrowTable):
        raise UnsupportedTableError(
            "types are given for a table that is no file",
            remedy="cast the columns of this object before it is compared",
        )
    columns = [
        _retyped(column.name, TYPES[wanted[column.name]]) if column.name in wanted else column
        for column in table.columns
    ]
    casts = {j: (c.name, wanted[c.name]) for j, c in enumerate(columns) if c.name in wanted}
    parts = [(part.n_rows, partial(_cast_batches, part.read, casts)) for part in table.partitions()]
    cast = ArrowTable(columns, parts, table.notes, travels=table.travels)
    cast.dialect = table.dialect
    return cast


def _retyped(name: str, dtype: Any) -> Column:
    return Column(name, kind_of_arrow(dtype), stored=str(dtype))


def _cast_batches(
    read: RecordBatches,
    casts: Mapping[int, tuple[str, str]],
    indices: Sequence[int],
    rows: int,
) -> Iterator[Any]:
    for batch in read(indices, rows):
        arrays = [
            _cast(array, *casts[index]) if index in casts else array
            for index, array in zip(indices, batch.columns, strict=True)
        ]
        yield pa.record_batch(arrays, names=batch.schema.names)


def _cast(array: Any, name: str, wanted: str) -> Any:
    try:
        return pc.cast(array, TYPES[wanted])
    except pa.ArrowException as cause:
        raise TableError(
            f"column {name!r} holds cells that are no {wanted}",
            found=str(cause).splitlines()[0][:200],
            remedy="mend these cells, or give another type",
        ) from cause
