"""What every reader of rows looks like: start, update, merge, result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Block: TypeAlias = NDArray[np.float32]
FloatMap: TypeAlias = NDArray[np.float64]
State = TypeVar("State")


class Functional(ABC, Generic[State]):
    """A map [channels, features] that is accumulated block by block and merged across partitions.

    A block is float32 [rows, features], in any memory layout and of any number of rows; its values
    lie in [0, 1] and its missing cells are NaN. Neither range nor width is checked: the layer that
    scales the tables guarantees both.

    The contract, which ``check_functional`` runs on any functional:
    merging any partition equals the whole, in any row order, to 1e-5. A column with no present
    value gives NaN, warns about nothing and changes no other column. A constant column gives
    finite values. States can be pickled, since they travel between processes.

    >>> import numpy as np
    >>> from featureshift.methods.measures import MissingShare
    >>> functional = MissingShare()
    >>> state = functional.start(n_features=2)
    >>> state = functional.update(state, np.array([[0.1, np.nan], [0.2, 0.3]], np.float32))
    >>> functional.result(functional.merge(state, functional.start(2)))
    array([[0. , 0.5]])
    """

    @property
    @abstractmethod
    def channels(self) -> tuple[str, ...]:
        """One name for each row of the result."""

    @abstractmethod
    def start(self, n_features: int) -> State:
        """The state of no rows at all."""

    @abstractmethod
    def update(self, state: State, block: Block) -> State:
        """The state after these rows too; may reuse ``state``, never writes into ``block``."""

    @abstractmethod
    def merge(self, left: State, right: State) -> State:
        """A new state of the rows of both; shares no memory with either."""

    @abstractmethod
    def result(self, state: State) -> FloatMap:
        """The map [channels, features]."""

    def covers(self, other: Functional[Any]) -> bool:
        """Whether a state of this functional can be read wherever one of ``other`` is expected."""
        return self == other
