"""Read tables on Dask: a task for each partition, and a tree of tasks that merge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from featureshift.engines.engine import Advance, Engine, Reader, State
from featureshift.engines.pieces import in_tree, merge_packed, read_partition, read_records
from featureshift.engines.wire import packed, unpacked
from featureshift.errors import MissingExtraError
from featureshift.tables.dask_frame import DaskPartition, as_arrow, pieces_of
from featureshift.tables.table import Partition


class Dask(Engine):
    """The user's current client, or else the scheduler that Dask would take."""

    name = "dask"

    def fold(
        self, reader: Reader[State], partitions: Sequence[Partition], advance: Advance
    ) -> State:
        try:
            import dask
        except ImportError as cause:
            raise MissingExtraError("the engine dask", "dask") from cause
        how = dask.delayed(packed(reader))
        leaves = [leaf for part in partitions for leaf in _leaves(how, part, reader)]
        tree = in_tree(leaves, partial(dask.delayed(merge_packed), how))
        (content,) = dask.compute(tree)
        advance(sum(part.n_rows for part in partitions))
        state: State = unpacked(content)
        return state


def _leaves(how: Any, partition: Partition, reader: Reader[Any]) -> Iterator[Any]:
    import dask

    if not isinstance(partition, DaskPartition):
        yield dask.delayed(read_partition)(how, dask.delayed(partition, traverse=False))
        return
    for piece in pieces_of(partition.frame, [position for position, _ in reader.selection]):
        yield dask.delayed(_read_frame)(how, piece, partition.kinds)


def _read_frame(how: bytes, rows: Any, kinds: Any) -> bytes:
    return read_records(how, as_arrow(rows, kinds).to_batches())
