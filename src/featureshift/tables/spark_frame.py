"""Spark frames: read by the executors of their session, and never collected whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pyarrow as pa

from featureshift.errors import OptionError
from featureshift.tables.arrow import ArrowPartition, TextHashes
from featureshift.tables.kinds import Column, Kind, is_zoned, kind_of_arrow
from featureshift.tables.sources import record_batches, refuse_duplicates
from featureshift.tables.spark_errors import spark_errors
from featureshift.tables.table import HEAD_ROWS, Batch, Partition, Selection, Table


class SparkTable(Table):
    """All partitions of a frame as one; rows follow each other in the order of the partitions."""

    def __init__(self, frame: Any) -> None:
        names = refuse_duplicates(frame.columns)
        pairs = zip(names, frame.schema.fields, strict=True)
        self.columns = [_column(name, field.dataType) for name, field in pairs]
        self.n_rows, n_pieces = _counted(frame)
        read = partial(_streamed, frame)
        self._partition = SparkPartition(
            self.n_rows, read, TextHashes(), engine="spark", frame=frame, n_pieces=n_pieces
        )

    def partitions(self) -> Sequence[Partition]:
        return [self._partition]

    def heads(self, selection: Sequence[Selection]) -> list[Batch]:
        return [self._partition.head(selection, HEAD_ROWS)]


@dataclass(frozen=True, eq=False)
class SparkPartition(ArrowPartition):
    """A whole frame; read here, one of its partitions comes after the other."""

    frame: Any = None
    n_pieces: int = 1
    """Partitions of the frame, as far as that is known before they are read."""

    def read_by(self, engine: str) -> Partition:
        if engine not in ("spark", "local"):
            raise OptionError(
                f"the engine {engine!r} cannot read a Spark frame",
                expected="'spark', or 'local' to fetch one partition after the other",
                remedy="leave the engine out: it follows from the tables",
            )
        return replace(self, engine=engine)

    def head(self, selection: Sequence[Selection], rows: int) -> Batch:
        few = replace(self, read=partial(_streamed, self.frame.limit(rows)))
        return super(SparkPartition, few).head(selection, rows)


def chosen_columns_of(frame: Any, places: Sequence[int]) -> Any:
    """Some columns of a frame, named by their place among these.

    A dot in a name would ask for the field of a structure, here and in what Spark does with it.
    """
    from pyspark.sql import functions

    quoted = [frame.columns[j].replace("`", "``") for j in places]
    return frame.select([functions.col(f"`{name}`").alias(str(k)) for k, name in enumerate(quoted)])


def _column(name: str, dtype: Any) -> Column:
    from pyspark.errors import PySparkException
    from pyspark.sql.pandas.types import to_arrow_type

    try:
        arrow = to_arrow_type(dtype, timezone="UTC")
    except PySparkException:  # intervals of months, variants and the like
        return Column(name, Kind.UNSUPPORTED, stored=dtype.simpleString())
    return Column(name, kind_of_arrow(arrow), None, is_zoned(arrow), str(arrow))


def _counted(frame: Any) -> tuple[int, int]:
    """Rows and partitions; of Parquet files no column is read for it."""
    from pyspark.sql import functions

    places = frame.select(functions.spark_partition_id().alias("place"))
    with spark_errors():
        row = places.agg(functions.count("*"), functions.max("place")).first()
    return row[0], 1 + (row[1] or 0)


def _streamed(frame: Any, indices: Sequence[int], rows: int) -> Iterator[Any]:
    sent = chosen_columns_of(frame, indices).mapInArrow(_as_streams, "records binary")
    with spark_errors():
        for row in sent.toLocalIterator():
            table = pa.ipc.open_stream(row[0]).read_all()
            yield from record_batches(table, range(table.num_columns), rows)


def _as_streams(batches: Iterable[Any]) -> Iterator[Any]:
    """Each record batch as the only cell of another: rows of Python objects would be slow."""
    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.record_batch({"records": pa.array([sink.getvalue().to_pybytes()])})
