"""What every method is: a description of itself, parameters, and the hook ``_score``."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from featureshift.decide import Scale
from featureshift.errors import UnknownNameError
from featureshift.tables import Note, Progress, TablePair

if TYPE_CHECKING:
    from featureshift.result import Localization

SAMPLED_CELLS = 1 << 26
"""Of each table, in a method that puts it into a matrix: 256 MB in single precision."""
FEWEST_ROWS = 1000
"""Sampled however wide a table is."""
SAMPLE_BYTES = 8
"""A cell as it was read."""


@dataclass(frozen=True)
class MethodInfo:
    """What one needs to know to choose a method."""

    name: str
    summary: str
    paper: str
    finds_joint_shifts: bool
    """Whether it can see a column whose own distribution is unchanged."""
    needs_n_shifted: bool
    cost: str
    """Relative to the cheapest, in words."""
    extra: str | None = None
    """The optional dependency it needs."""
    slow: bool = False
    """Whether the benchmark gives it fewer rows on wide tables."""
    ignores_row_order: bool = True
    """Whether shuffled rows give the same scores; not so where rows are drawn by position."""
    scale: Scale = Scale.OWN
    """What its scores are; calibrated probabilities and p-values allow an error budget."""


class Cut(NamedTuple):
    threshold: float
    """Shifted means a score above this."""
    notes: tuple[Note, ...] = ()
    """Which rule set it."""


class Move(NamedTuple):
    """Columns that moved together against others, as positions."""

    columns: tuple[int, ...]
    other_side: tuple[int, ...]
    """At least as many; none of them is in ``columns``."""


class Scores(NamedTuple):
    values: NDArray[np.float64]
    """[features], finite; the larger, the more shifted."""
    cut: float | Callable[[], Cut]
    """The method's own threshold. One that takes work is a function, which is called only where
    the user gave neither a number nor a threshold."""
    notes: tuple[Note, ...] = ()
    partners: NDArray[np.intp] | None = None
    """Columns behind the verdict, strongest first, [features, k]; a column itself fills up.

    The explanation speaks of these; of None, the columns most related in a sample of the rows.
    """
    moves: tuple[Move, ...] = ()
    """Columns whose shift is one event."""


class Localizer(ABC):
    """Base of every method. A subclass names itself in ``info`` and implements ``_score``.

    Parameters are the arguments of ``__init__``, stored under their own names and never changed
    by ``localize``, so that one instance can be used any number of times.
    """

    info: ClassVar[MethodInfo]

    def localize(self, reference: Any, query: Any, **options: Any) -> Localization:
        """Which features of ``query`` are shifted against ``reference``, found by this method.

        Takes the options of :func:`featureshift.localize` but ``method``.
        """
        from featureshift.localize import localize

        return localize(reference, query, method=self, **options)

    def sample_rows(self, n_features: int) -> int:
        """Rows of a table with so many columns that the method looks at; longer ones are sampled.

        A method that reads all rows, partition by partition, needs none for itself.
        """
        return max(SAMPLED_CELLS // n_features, FEWEST_ROWS)

    @property
    def bytes_a_cell(self) -> int:
        """Memory that is needed at most for each cell of the rows that are looked at."""
        return SAMPLE_BYTES

    def trained_on(self, sha256: str) -> bool:  # noqa: ARG002
        """Whether the method has learned from the table with this content hash."""
        return False

    @abstractmethod
    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores: ...

    def get_params(self) -> dict[str, Any]:
        """The arguments this instance was made with."""
        return {name: getattr(self, name) for name in _parameters(type(self))}

    def set_params(self, **params: Any) -> Self:
        """Change some arguments, checked as by ``__init__``; returns the instance."""
        known = _parameters(type(self))
        for name in params:
            if name not in known:
                raise UnknownNameError(f"parameter of {type(self).__name__}", name, known)
        type(self).__init__(self, **(self.get_params() | params))
        return self

    def __repr__(self) -> str:
        arguments = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({arguments})"


def _parameters(cls: type) -> list[str]:
    return list(inspect.signature(cls).parameters)
