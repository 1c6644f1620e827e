"""Any object that people call a table -> :class:`Table`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from featureshift.errors import TableError, UnsupportedTableError
from featureshift.tables.arrow import ArrowTable, RecordBatches
from featureshift.tables.columns import arrow_column, clean_text
from featureshift.tables.kinds import Column, Kind, Note, is_zoned, kind_of_arrow
from featureshift.tables.table import ArrayTable, Table, row_slices

ACCEPTED = (
    "a 2-D NumPy array, a pandas, polars, Dask or Spark DataFrame, a pyarrow Table, a list of "
    "records, a DuckDB relation, a binary stream, or the path or URL of a CSV, TSV, JSON, Excel, "
    "Parquet or Feather file, of a directory or glob of Parquet or CSV files, of a table in a "
    "database, or of a profile"
)


class Source(NamedTuple):
    """A kind of object that people call a table."""

    accepts: Callable[[Any], bool]
    open: Callable[[Any, Sequence[str] | None], Table]
    """Of the object, and the names for columns that have none of their own."""
    is_named: Callable[[Any], bool] = lambda _: True
    """Whether its columns are named, or only numbered."""


def as_table(source: Any, names: Sequence[str] | None = None) -> Table:
    """Wrap a user's table; no cell is read that the schema does not need.

    ``names`` are used for a source that has none of its own (a NumPy array), provided they are as
    many as its columns; otherwise such columns are called x0, x1 and so on.
    """
    return _kind_of(source).open(source, names)


def has_names(source: Any) -> bool:
    """Whether the columns of a source are named, or only numbered."""
    return _kind_of(source).is_named(source)


def _kind_of(source: Any) -> Source:
    for kind in SOURCES.values():
        if kind.accepts(source):
            return kind
    raise _unsupported(source)


def from_arrow(
    table: Any,
    notes: Mapping[str, Note] | None = None,
    about: Sequence[Note] = (),
) -> Table:
    """A pyarrow table or record batch, with notes on its columns and notes about the table."""
    names = refuse_duplicates(table.column_names)
    columns = [
        Column(name, kind_of_arrow(dtype), (notes or {}).get(name), is_zoned(dtype), str(dtype))
        for name, dtype in zip(names, table.schema.types, strict=True)
    ]

    def part(rows: slice) -> tuple[int, RecordBatches]:
        chosen = table.slice(rows.start, rows.stop - rows.start)
        return chosen.num_rows, partial(record_batches, chosen)

    slices = row_slices(table.num_rows, len(columns))
    return ArrowTable(columns, [part(rows) for rows in slices], about)


def record_batches(table: Any, indices: Sequence[int], rows: int) -> Iterator[Any]:
    """Some columns of a table or record batch, at most so many rows at a time."""
    # A plain slice of one record batch is free; a table must first be cut at its chunks.
    chosen = table.select(indices)
    chunks = chosen.to_batches(max_chunksize=rows) if isinstance(table, pa.Table) else [chosen]
    for chunk in chunks:
        for start in range(0, chunk.num_rows, rows):
            yield chunk.slice(start, rows)


def refuse_duplicates(names: Iterable[Any]) -> list[str]:
    """Column names as text; two columns of one name cannot be matched by name."""
    texts = [clean_text(str(name)) for name in names]
    twice = [name for name, count in Counter(texts).items() if count > 1]
    if twice:
        raise TableError(
            "column names are not unique",
            expected="each column name once",
            found=f"more than one column named {', '.join(map(repr, twice[:5]))}",
            remedy="rename or drop the duplicates",
        )
    return texts


def _from_place(place: str | Path) -> Table:
    from featureshift.tables.places import open_place

    return open_place(place)


def _from_stream(stream: Any) -> Table:
    from featureshift.tables.places import open_stream

    return open_stream(stream)


def _from_relation(relation: Any) -> Table:
    from featureshift.tables.relation import open_relation

    return open_relation(relation)


def _from_dask(frame: Any) -> Table:
    from featureshift.tables.dask_frame import DaskTable

    return DaskTable(frame)


def _from_spark(frame: Any) -> Table:
    from featureshift.tables.spark_frame import SparkTable

    # Frames that behave like those of pandas have one of Spark's below. A frame of Spark Connect
    # takes any name for that of a column.
    is_pandas = type(frame).__module__.startswith("pyspark.pandas")
    return SparkTable(frame.to_spark() if is_pandas else frame)


def _from_array(array: NDArray[Any], names: Sequence[str] | None) -> Table:
    if not isinstance(array, np.ma.MaskedArray):
        array = np.asarray(array)  # np.matrix would stay two-dimensional when a column is taken
    if array.dtype.names is not None:
        return from_columns({name: array[name] for name in array.dtype.names})
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise TableError(
            f"an array of {array.ndim} dimensions is no table",
            expected="an array [rows, features]",
            found=f"shape {array.shape}",
            remedy="reshape it to two dimensions, such as images.reshape(len(images), -1)",
        )
    if isinstance(array, np.ma.MaskedArray) and array.dtype.kind in "biuf":
        array = np.ma.filled(array.astype(np.float64), np.nan)
    if names is None or len(names) != array.shape[1]:
        names = [f"x{j}" for j in range(array.shape[1])]
    if array.dtype.kind == "b":
        return ArrayTable(array, [Column(name, Kind.BOOLEAN) for name in names])
    if array.dtype.kind in "iuf":
        return ArrayTable(array, [Column(name, Kind.NUMERIC) for name in names])
    return from_columns({name: array[:, j] for j, name in enumerate(names)})


def from_columns(columns: Mapping[Any, Any]) -> Table:
    """Columns of any type, each converted alone so that one bad column never spoils the others."""
    names = refuse_duplicates(columns)
    arrays, notes = {}, {}
    for name, values in zip(names, columns.values(), strict=True):
        arrays[name], note = arrow_column(name, values)
        if note is not None:
            notes[name] = note
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        raise TableError(
            "columns differ in length",
            expected="columns of one length",
            found=", ".join(f"{name!r}: {length}" for name, length in list(lengths.items())[:5]),
        )
    return from_arrow(pa.table(arrays), notes)


def from_records(records: Sequence[Mapping[Any, Any]]) -> Table:
    """A mapping a row; what a row does not mention is missing there.

    >>> from_records([{"a": 1}, {"a": 2, "b": "x"}]).columns[1].name
    'b'
    """
    names = dict.fromkeys(name for record in records for name in record)
    return from_columns({name: [record.get(name) for record in records] for name in names})


def _is_records(source: Any) -> bool:
    rows = isinstance(source, Sequence) and len(source) > 0
    return rows and all(isinstance(record, Mapping) for record in source)


def _is_frame(source: Any) -> bool:
    return isinstance(nw.from_native(source, pass_through=True), (nw.DataFrame, nw.LazyFrame))


def _from_frame(source: Any) -> Table:
    frame = nw.from_native(source)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect("pyarrow")
    return from_columns({name: _series_to_arrow(frame[name]) for name in frame.columns})


def _from_pandas(frame: Any) -> Table:
    """Columns by position, since pandas lets names repeat; one block of numbers is not copied."""
    labels = refuse_duplicates(frame.columns)
    dtypes = set(frame.dtypes)
    if len(dtypes) == 1 and isinstance(dtype := dtypes.pop(), np.dtype) and dtype.kind in "iuf":
        return ArrayTable(frame.to_numpy(), [Column(label, Kind.NUMERIC) for label in labels])
    return from_columns({label: frame.iloc[:, j] for j, label in enumerate(labels)})


def _series_to_arrow(series: Any) -> Any:
    # Arrow knows no Python objects; polars would hand over their addresses.
    if series.dtype == nw.Object:
        return series.to_list()
    try:
        return series.to_arrow()
    except pa.ArrowException:  # 128-bit integers
        return series.cast(nw.Float64).to_arrow()


def _from_array_like(source: Any, names: Sequence[str] | None) -> Table:
    """Tensors and nested lists of numbers go through NumPy."""
    try:
        array = np.asarray(source)
    except (TypeError, ValueError, RuntimeError) as cause:  # ragged, or a tensor with a gradient
        raise _unsupported(source) from cause
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        raise _unsupported(source)
    return _from_array(array, names)


def _unsupported(source: Any) -> UnsupportedTableError:
    return UnsupportedTableError(
        "this object is no table",
        expected=ACCEPTED,
        found=f"{type(source).__module__}.{type(source).__name__}",
        remedy="convert it first; a sparse matrix with .toarray()",
    )


def _is_profile(source: Any) -> bool:
    from featureshift.tables.profile import Profile

    return isinstance(source, Profile)


SOURCES: dict[str, Source] = {
    "profile": Source(
        _is_profile,
        lambda x, names: x.renamed(names or ()),
        lambda x: x.is_named,
    ),
    "table": Source(lambda x: isinstance(x, Table), lambda x, _: x),
    "place": Source(lambda x: isinstance(x, str | Path), lambda x, _: _from_place(x)),
    "stream": Source(lambda x: callable(getattr(x, "read", None)), lambda x, _: _from_stream(x)),
    "arrow": Source(lambda x: isinstance(x, pa.Table | pa.RecordBatch), lambda x, _: from_arrow(x)),
    "mapping": Source(lambda x: isinstance(x, Mapping), lambda x, _: from_columns(x)),
    "array": Source(
        lambda x: isinstance(x, np.ndarray), _from_array, lambda x: x.dtype.names is not None
    ),
    "duckdb": Source(
        lambda x: type(x).__name__ == "DuckDBPyRelation", lambda x, _: _from_relation(x)
    ),
    "dask": Source(
        lambda x: type(x).__module__.startswith("dask.") and hasattr(x, "columns"),
        lambda x, _: _from_dask(x),
    ),
    "spark": Source(
        lambda x: type(x).__module__.startswith("pyspark.") and hasattr(x, "columns"),
        lambda x, _: _from_spark(x),
    ),
    "pandas": Source(
        lambda x: hasattr(x, "iloc") and hasattr(x, "columns"), lambda x, _: _from_pandas(x)
    ),
    "frame": Source(_is_frame, lambda x, _: _from_frame(x)),
    "records": Source(_is_records, lambda x, _: from_records(x)),
    "array-like": Source(
        lambda x: hasattr(x, "__array__") or isinstance(x, Sequence),
        _from_array_like,
        lambda _: False,
    ),
}
"""Every kind of source by name; the first that accepts an object opens it."""
