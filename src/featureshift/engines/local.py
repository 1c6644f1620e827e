"""Read tables on this machine: threads over partitions, one pass, states merged in order."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from threading import Event

from featureshift.engines.engine import Advance, Engine, Reader, State
from featureshift.engines.parallel import MOST_THREADS, cores, in_this_context
from featureshift.tables.table import Partition

MOST_RUNS = 4
"""Partitions are read in runs, each into a state of its own. However many cores there are, the same
states are merged, so that every machine rounds alike."""


class Local(Engine):
    """Threads of this process."""

    name = "local"

    def fold(
        self, reader: Reader[State], partitions: Sequence[Partition], advance: Advance
    ) -> State:
        stopped = Event()

        def read(run: Sequence[Partition]) -> State:
            state = reader.start()
            for partition in run:
                for batch in partition.batches(reader.selection):
                    state = reader.update(state, batch)
                    advance(len(batch.values))
                    if stopped.is_set():
                        return state
            return state

        runs = contiguous_runs(partitions, MOST_RUNS)
        if len(runs) < 2:
            return read(partitions)
        with ThreadPoolExecutor(min(cores(), MOST_THREADS)) as pool:
            try:
                return reduce(reader.merge, pool.map(in_this_context(read), runs))
            except BaseException:  # also an interrupt: threads would read on to their ends
                stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def contiguous_runs(partitions: Sequence[Partition], most: int) -> list[Sequence[Partition]]:
    """The partitions in at most so many runs of about equally many rows, in their order."""
    total = sum(partition.n_rows for partition in partitions)
    runs: list[list[Partition]] = [[]]
    read = 0
    for partition in partitions:
        if runs[-1] and read * most >= total * len(runs):
            runs.append([])
        runs[-1].append(partition)
        read += partition.n_rows
    return [run for run in runs if run]
