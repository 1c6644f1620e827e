"""Read tables on Spark: executors read partitions and merge what they have read, in a tree."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import pyarrow as pa

from featureshift.engines.engine import Advance, Engine, Reader, State
from featureshift.engines.pieces import FAN_IN, merge_packed, read_partition, read_records
from featureshift.engines.wire import packed, unpacked
from featureshift.errors import MissingExtraError
from featureshift.tables.spark_errors import spark_errors
from featureshift.tables.spark_frame import SparkPartition, chosen_columns_of
from featureshift.tables.table import Partition

COLUMNS = "place long, state binary"
"""Of what executors hand on: where its rows stand in the table, and what was read of them."""


class Spark(Engine):
    """The session of the frame; for files the active one, or else the one Spark would start."""

    name = "spark"

    def fold(
        self, reader: Reader[State], partitions: Sequence[Partition], advance: Advance
    ) -> State:
        how = packed(reader)
        with spark_errors():
            states, n_states = _read(how, partitions, reader)
            while n_states > 1:
                states = _merged(how, states)
                n_states = -(-n_states // FAN_IN)
            rows = states.toArrow()
        # Where partitions were more than was known, a few states are left.
        content = merge_packed(how, _in_order(rows))
        advance(sum(part.n_rows for part in partitions))
        state: State = unpacked(content)
        return state


def _read(how: bytes, partitions: Sequence[Partition], reader: Reader[Any]) -> tuple[Any, int]:
    """The frame of states, and how many there are."""
    first = partitions[0]
    if isinstance(first, SparkPartition):  # a frame is one partition of ours
        chosen = chosen_columns_of(first.frame, [position for position, _ in reader.selection])
        return chosen.mapInArrow(partial(_read_batches, how), COLUMNS), first.n_pieces
    numbers = _session().range(0, len(partitions), 1, len(partitions))
    return numbers.mapInArrow(partial(_read_numbered, how, partitions), COLUMNS), len(partitions)


def _read_batches(how: bytes, batches: Iterable[Any]) -> Iterator[Any]:
    from pyspark import TaskContext

    context = TaskContext.get()
    yield _row(0 if context is None else context.partitionId(), read_records(how, batches))


def _read_numbered(
    how: bytes, partitions: Sequence[Partition], batches: Iterable[Any]
) -> Iterator[Any]:
    for batch in batches:
        for number in batch.column(0).to_pylist():
            yield _row(number, read_partition(how, partitions[number]))


def _merged(how: bytes, states: Any) -> Any:
    """A frame with one state for so many neighbors."""
    from pyspark.sql import functions

    def merge(rows: pa.Table) -> pa.Table:  # by its annotations Spark knows what to give it
        return _merge_group(how, rows)

    groups = states.groupBy(functions.expr(f"place div {FAN_IN}").alias("neighbors"))
    return groups.applyInArrow(merge, COLUMNS)


def _merge_group(how: bytes, rows: Any) -> Any:
    place = min(rows.column("place").to_pylist()) // FAN_IN
    return pa.Table.from_batches([_row(place, merge_packed(how, _in_order(rows)))])


def _in_order(rows: Any) -> list[bytes]:
    places, states = (rows.column(name).to_pylist() for name in ("place", "state"))
    return [state for _, state in sorted(zip(places, states, strict=True))]


def _row(place: int, state: bytes) -> Any:
    return pa.record_batch({"place": pa.array([place], pa.int64()), "state": pa.array([state])})


def _session() -> Any:
    try:
        from pyspark.sql import SparkSession
    except ImportError as cause:
        raise MissingExtraError("the engine spark", "spark") from cause
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # or the first python3 on the path
    return SparkSession.builder.getOrCreate()
