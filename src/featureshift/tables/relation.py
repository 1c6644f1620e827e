"""DuckDB relations, streamed: a relation is run whenever it is read, and never held whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import pyarrow as pa

from featureshift.errors import TableError, UnreadableTableError
from featureshift.tables.arrow import ArrowTable
from featureshift.tables.files.file import own_errors
from featureshift.tables.kinds import Column, is_zoned, kind_of_arrow
from featureshift.tables.sources import refuse_duplicates
from featureshift.tables.table import Table


def open_relation(relation: Any, name: str = "the DuckDB relation") -> Table:
    """One partition, because a connection runs one query at a time.

    The connection must stay open, and free of other queries, while the table is read.
    """
    with _own_errors(name):
        with _reader(relation.limit(0), 1) as reader:
            schema = reader.schema
        ((n_rows,),) = relation.aggregate("count(*)").fetchall()
    names = refuse_duplicates(schema.names)
    columns = [
        Column(name, kind_of_arrow(dtype), None, is_zoned(dtype), str(dtype))
        for name, dtype in zip(names, schema.types, strict=True)
    ]
    read = partial(_batches, relation, schema.names, n_rows, name)
    return ArrowTable(columns, [(n_rows, read)])


def _batches(
    relation: Any, names: Sequence[str], n_rows: int, title: str, indices: Sequence[int], rows: int
) -> Iterator[Any]:
    wanted = ", ".join('"' + names[index].replace('"', '""') + '"' for index in indices)
    seen = 0
    with _own_errors(title), _reader(relation.project(wanted), rows) as reader:
        for batch in reader:
            for start in range(0, batch.num_rows, rows):
                yield batch.slice(start, rows)
            seen += batch.num_rows
    if seen != n_rows:
        raise TableError(
            f"{title} has other rows each time it is read",
            expected=f"{n_rows:,} rows",
            found=f"{seen:,} rows",
            remedy="store what it samples or limits first: relation.to_arrow_table()",
        )


@contextmanager
def _own_errors(name: str) -> Iterator[None]:
    import duckdb  # whoever has a relation has the package

    try:
        with own_errors(name):
            yield
    except duckdb.Error as cause:
        raise UnreadableTableError(
            f"cannot read {name}",
            found=str(cause).splitlines()[0],
            remedy="keep its connection open and free of other queries until the tables are read",
        ) from cause


def _reader(relation: Any, rows: int) -> pa.RecordBatchReader:
    # Named so since DuckDB 1.5; the older name is deprecated by then.
    read = getattr(relation, "to_arrow_reader", None) or relation.fetch_record_batch
    return read(rows)
