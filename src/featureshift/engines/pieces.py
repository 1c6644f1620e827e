"""What runs on a worker: one piece of a table is read into bytes, bytes are merged into bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from typing import Any, TypeVar

import pyarrow as pa

from featureshift.engines.engine import Reader
from featureshift.engines.wire import packed, unpacked
from featureshift.tables.arrow import ArrowPartition, TextHashes
from featureshift.tables.sources import record_batches
from featureshift.tables.summary import Summary
from featureshift.tables.table import Partition, Selection

FAN_IN = 8
"""States that are merged at once. A worker holds two of them unpacked, whatever the number."""

Node = TypeVar("Node")


def read_partition(how: bytes, partition: Partition) -> bytes:
    """The packed state of a partition; ``how`` is the packed reader."""
    return _read(unpacked(how), partition)


def read_records(how: bytes, batches: Iterable[Any]) -> bytes:
    """The packed state of record batches that hold the columns of the reader, in its order."""
    reader = unpacked(how)
    here = [Selection(j, kind) for j, (_, kind) in enumerate(reader.selection)]
    stream = ArrowPartition(0, partial(_cut, batches), TextHashes())
    return _read(reader, stream, here)


def merge_packed(how: bytes, states: Sequence[bytes]) -> bytes:
    """The packed state of all rows, those of the first state first."""
    if len(states) == 1:
        return states[0]
    reader = unpacked(how)
    return _sent(reduce(reader.merge, map(unpacked, states)))


def in_tree(leaves: Sequence[Node], merge: Callable[[Sequence[Node]], Node]) -> Node:
    """All leaves merged in their order, so many at a time.

    >>> in_tree("abcdefghij", lambda few: f"({''.join(few)})")
    '((abcdefgh)(ij))'
    """
    while len(leaves) > 1:
        leaves = [merge(leaves[k : k + FAN_IN]) for k in range(0, len(leaves), FAN_IN)]
    return leaves[0]


def _read(
    reader: Reader[Any], partition: Partition, selection: Sequence[Selection] | None = None
) -> bytes:
    state = reader.start()
    for batch in partition.batches(reader.selection if selection is None else selection):
        state = reader.update(state, batch)
    return _sent(state)


def _sent(state: Any) -> bytes:
    return packed(state.bounded() if isinstance(state, Summary) else state)


def _cut(batches: Iterable[Any], indices: Sequence[int], rows: int) -> Iterator[Any]:
    for batch in batches:
        yield from record_batches(pa.Table.from_batches([batch]), indices, rows)
