"""Feather and Arrow files: read batch by batch, never mapped, checked before they are looked at.

Arrow trusts what a file says of itself: an offset that points nowhere is followed. So every batch
is validated when the table is opened, and whenever it is read, since the file may have changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pyarrow as pa

from featureshift.errors import UnreadableTableError
from featureshift.tables.arrow import ArrowTable
from featureshift.tables.files.file import File, changed_while_read, reading
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.kinds import Column, Kind, is_zoned, kind_of_arrow
from featureshift.tables.sources import record_batches, refuse_duplicates
from featureshift.tables.table import Table
from featureshift.tables.valid_arrow import check_valid

_FIRST_VERSION = b"FEA1"


def open_feather(file: File, _: ReadOptions) -> Table:
    with reading(file) as source:
        if source.read(len(_FIRST_VERSION)) == _FIRST_VERSION:
            raise UnreadableTableError(
                f"{file.name[:200]!r} is of the first version of Feather, which cannot be checked",
                expected="Feather as it has been written since 2020: an Arrow file",
                remedy="write it anew where it came from: pyarrow.feather.write_feather",
            )
        schema = pa.ipc.open_file(source).schema
        names = refuse_duplicates(schema.names)
        columns = [
            Column(name, kind_of_arrow(dtype), None, is_zoned(dtype), str(dtype))
            for name, dtype in zip(names, schema.types, strict=True)
        ]
        readable = [j for j, each in enumerate(columns) if each.kind is not Kind.UNSUPPORTED]
        opened = _only(source, readable)
        heights = [_batch(opened, k).num_rows for k in range(opened.num_record_batches)]
    parts = [
        (n_rows, partial(_rows, file, schema, number, n_rows))
        for number, n_rows in enumerate(heights)
    ]
    return ArrowTable(columns, parts, travels=True)


def _rows(
    file: File, schema: Any, number: int, n_rows: int, indices: Sequence[int], rows: int
) -> Iterator[Any]:
    """Some columns of the batch with this number, which has so many rows."""
    ascending = sorted(set(indices))
    with reading(file) as source:
        if pa.ipc.open_file(source).schema != schema:
            raise changed_while_read(file.name)
        opened = _only(source, ascending)
        if number >= opened.num_record_batches:
            raise changed_while_read(file.name)
        batch = _batch(opened, number)
    if batch.num_rows != n_rows:
        raise changed_while_read(file.name)
    yield from record_batches(batch, [ascending.index(index) for index in indices], rows)


def _only(source: Any, indices: Sequence[int]) -> Any:
    """A reader of some columns; what belongs to the others is not even looked for."""
    source.seek(0)
    return pa.ipc.open_file(source, options=pa.ipc.IpcReadOptions(included_fields=[*indices]))


def _batch(opened: Any, number: int) -> Any:
    batch = opened.get_batch(number)
    check_valid(batch)
    return batch
