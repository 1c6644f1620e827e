"""What an engine is: it folds partitions into one state, and moves nothing but states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol, TypeVar

from featureshift.tables.table import Batch, Partition, Selection

State = TypeVar("State")
Advance = Callable[[int], None]
"""Told how many rows have been read since it was last called."""


class Reader(Protocol[State]):
    """What can be folded over partitions: start, update, merge. States must not share memory.

    Readers and states are plain data: what ``wire.packed`` takes.
    """

    @property
    def selection(self) -> Sequence[Selection]:
        """The columns it reads."""

    def start(self) -> State: ...

    def update(self, state: State, batch: Batch) -> State: ...

    def merge(self, first: State, second: State) -> State:
        """The state of the rows of both, those of ``second`` last."""


class Engine(ABC):
    """Reads partitions where it runs them, and merges what was read in their order."""

    name: ClassVar[str]

    @abstractmethod
    def fold(
        self, reader: Reader[State], partitions: Sequence[Partition], advance: Advance
    ) -> State:
        """The state after all rows of the partitions, the same as any other engine gives."""
