from dataclasses import dataclass, field
from threading import Event

import numpy as np
import pytest

from featureshift.engines import local
from featureshift.engines.local import MOST_RUNS, contiguous_runs
from featureshift.engines.registry import fold
from featureshift.tables.kinds import Kind
from featureshift.tables.table import ArrayPartition, Selection


@dataclass
class Listing:
    """Lists the rows it has read: order and partition show."""

    selection: list = field(default_factory=lambda: [Selection(0, Kind.NUMERIC)])

    def start(self):
        return []

    def update(self, state, batch):
        return [*state, *batch.values[:, 0].tolist()]

    def merge(self, first, second):
        return first + second


def parts_of(sizes):
    values = np.arange(float(sum(sizes)))[:, None]
    ends = np.cumsum(sizes)
    return [ArrayPartition(part) for part in np.split(values, ends[:-1])]


@pytest.mark.parametrize("sizes", [[5], [3, 4], [1] * 20, [100, 1, 1, 50, 2], [0, 7, 0]])
def test_states_are_merged_in_the_order_of_the_rows(sizes):
    advanced = []
    found = fold(Listing(), parts_of(sizes), advanced.append)
    assert found == list(range(sum(sizes)))
    assert sum(advanced) == sum(sizes)


@pytest.mark.parametrize("sizes", [[5], [1] * 20, [100, 1, 1, 50, 2], [1, 1000]])
def test_runs_are_few_and_hold_every_partition_once(sizes):
    parts = parts_of(sizes)
    runs = contiguous_runs(parts, MOST_RUNS)
    assert 1 <= len(runs) <= MOST_RUNS
    assert [part for run in runs for part in run] == parts


def test_equal_partitions_make_equal_runs():
    assert [len(run) for run in contiguous_runs(parts_of([10] * 20), 4)] == [5, 5, 5, 5]


def test_what_goes_wrong_is_raised():
    class Broken(Listing):
        def update(self, state, batch):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fold(Broken(), parts_of([3, 3, 3]))


@dataclass
class Interrupted(Listing):
    """Is interrupted at the first row; all other runs wait until they are told to stop."""

    told: list = field(default_factory=list)
    read: list = field(default_factory=list)

    def update(self, state, batch):
        self.read.append(batch.values[0, 0])
        if batch.values[0, 0] == 0:
            raise KeyboardInterrupt
        self.told[-1].wait(60)
        return state


def test_an_interrupt_ends_all_runs(monkeypatch):
    reader = Interrupted()

    def event():
        reader.told.append(Event())
        return reader.told[-1]

    monkeypatch.setattr(local, "Event", event)
    with pytest.raises(KeyboardInterrupt):
        fold(reader, parts_of([1] * 400))
    assert 1 <= len(reader.read) <= MOST_RUNS
