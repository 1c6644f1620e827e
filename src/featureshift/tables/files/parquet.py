"""Parquet: read in record batches, row group by row group, and never held whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables.arrow import ArrowTable, RecordBatches
from featureshift.tables.files.file import File, changed_while_read, reading
from featureshift.tables.files.hive import Keys, key_columns, with_constants
from featureshift.tables.kinds import Column, Kind, Note, is_zoned, kind_of_arrow, reconcile
from featureshift.tables.sources import refuse_duplicates
from featureshift.tables.table import Table

PARTS_OF_A_FILE = 8
"""Parts of one file, at most: each opens the file anew and reads what it says of itself."""
_FRUGAL = {"pre_buffer": False, "buffer_size": 1 << 16}
"""Read column chunks piece by piece: a third less memory than whole, at the same speed."""


def open_parquet(name: str, files: Sequence[File], keys: Sequence[Keys] = ()) -> Table:
    """One table out of the rows of several files, in their order; ``name`` is what they go by.

    ``keys`` say for each file what the names of its folders do; they become columns.
    """
    from pyarrow import parquet

    if not files:
        raise UnreadableTableError(
            f"no Parquet file matches {name!r}", expected="at least one *.parquet file"
        )
    schemas, groups = [], []  # the number of a file, its row groups, how many rows each has
    for place, file in enumerate(files):
        with reading(file) as source:
            opened = parquet.ParquetFile(source)
            schemas.append(opened.schema_arrow)
            rows = [opened.metadata.row_group(k).num_rows for k in range(opened.num_row_groups)]
        height = -(-len(rows) // PARTS_OF_A_FILE)
        for first in range(0, len(rows), max(height, 1)):
            numbers = range(first, min(first + height, len(rows)))
            groups.append((place, {number: rows[number] for number in numbers}))
    names = refuse_duplicates(schemas[0].names)
    _same_names(schemas, files)
    columns = [_one_column(name, [schema.field(name).type for schema in schemas]) for name in names]
    of_folders = key_columns(keys, names)
    columns += [
        Column(name, kind_of_arrow(values.type), None, False, str(values.type))
        for name, values in of_folders.items()
    ]
    parts = []
    for place, which in groups:
        n_rows = sum(which.values())
        read: RecordBatches = partial(_row_groups, files[place], which, names)
        if of_folders:
            constants = [values[place] for values in of_folders.values()]
            read = with_constants(read, n_rows, len(names), constants)
        parts.append((n_rows, read))
    return ArrowTable(columns, parts, travels=True)


def _row_groups(
    file: File,
    groups: Mapping[int, int],
    names: Sequence[str],
    indices: Sequence[int],
    rows: int,
) -> Iterator[Any]:
    """Batches of the groups with these numbers, which have so many rows each."""
    from pyarrow import parquet

    wanted = [names[index] for index in indices]
    with reading(file) as source:
        opened = parquet.ParquetFile(source, **_FRUGAL)
        if not _has(opened, groups, wanted):
            raise changed_while_read(file.name)
        for batch in opened.iter_batches(rows, row_groups=list(groups), columns=wanted):
            # Files list columns in their own order, whatever was asked for.
            yield batch.select(wanted)


def _has(opened: Any, groups: Mapping[int, int], wanted: Sequence[str]) -> bool:
    """Whether a file still holds what it held when the table was opened, wherever it lies."""
    about = opened.metadata
    return set(wanted) <= set(opened.schema_arrow.names) and all(
        number < about.num_row_groups and about.row_group(number).num_rows == n_rows
        for number, n_rows in groups.items()
    )


def _same_names(schemas: Sequence[Any], files: Sequence[File]) -> None:
    for schema, file in zip(schemas[1:], files[1:], strict=True):
        if set(schema.names) != set(schemas[0].names):
            differing = sorted(set(schema.names) ^ set(schemas[0].names))
            raise TableError(
                "the files of one table have different columns",
                expected=f"the columns of {files[0].name!r} in every file",
                found=f"{file.name!r} differs in {', '.join(map(repr, differing[:5]))}",
            )


def _one_column(name: str, types: Sequence[Any]) -> Column:
    """A column over files that may store it in different types, as long as these compare."""
    kind: Kind | None = kind_of_arrow(types[0])
    for dtype in types[1:]:
        other = kind_of_arrow(dtype)
        kind = kind if kind is other or kind is None else reconcile(kind, other)
    if kind is None:
        message = "is of different types in the files of one table; left out"
        return Column(name, Kind.UNSUPPORTED, Note(name, "incompatible-types", message))
    return Column(name, kind, None, any(is_zoned(dtype) for dtype in types), str(types[0]))
