"""The contract of a manipulation: it looks at a pair of tables and returns new columns.

Nothing else can change, because nothing else is returned: whoever applies a manipulation writes the
returned columns into a copy of the query, and the reference and all other columns stay as they are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError

Values = NDArray[np.float32]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]
Kind = Literal["continuous", "categorical"]
Aim = Literal["any", "related", "derived"]

CONTINUOUS: frozenset[Kind] = frozenset({"continuous"})
CATEGORICAL: frozenset[Kind] = frozenset({"categorical"})
BOTH: frozenset[Kind] = CONTINUOUS | CATEGORICAL


@dataclass(frozen=True, eq=False)
class Scene:
    """What a manipulation may look at. Arrays are read-only views; the caller's stay writable.

    Values are expected in [0, 1], normalized over both tables together, NaN where missing; that is
    not checked here.

    >>> half = np.array([[0.0, 0.5], [1.0, 0.25]], dtype=np.float32)
    >>> scene = Scene(half, half, chosen=np.array([1]), categorical=np.array([False, False]))
    >>> scene.chosen_query.ravel().tolist(), scene.other_query.ravel().tolist()
    ([0.5, 0.25], [0.0, 1.0])
    """

    reference: Values
    """[rows, features]"""
    query: Values
    """[rows, features], before the manipulation"""
    chosen: Indices
    """Indices of the columns to replace, without repetition."""
    categorical: Flags
    """[features]"""

    def __post_init__(self) -> None:
        d = self.reference.shape[1]
        if self.query.shape[1] != d or self.categorical.shape != (d,):
            raise OptionError(
                "reference, query and categorical disagree on the number of features",
                expected=f"{d}, as in the reference",
                found=f"{self.query.shape[1]} in query, {self.categorical.shape} categorical",
            )
        for field in ("reference", "query", "chosen", "categorical"):
            view = getattr(self, field).view()
            view.flags.writeable = False
            object.__setattr__(self, field, view)

    @property
    def chosen_reference(self) -> Values:
        """[reference rows, chosen], a copy."""
        return self.reference[:, self.chosen]

    @property
    def chosen_query(self) -> Values:
        """[query rows, chosen], a copy."""
        return self.query[:, self.chosen]

    @property
    def other_reference(self) -> Values:
        """[reference rows, features - chosen], a copy."""
        return self.reference[:, self._others()]

    @property
    def other_query(self) -> Values:
        """[query rows, features - chosen], a copy."""
        return self.query[:, self._others()]

    def _others(self) -> Flags:
        others = np.ones(self.reference.shape[1], dtype=np.bool_)
        others[self.chosen] = False
        return others


@dataclass(frozen=True)
class Manipulation(ABC):
    """One way to corrupt the chosen columns of the query. Implement :meth:`_replace`.

    Missing cells: a cell of the query that was missing stays missing, except where the manipulation
    moves or draws whole cells (``moves_cells``); there a missing cell is a value like any other and
    travels, because pinning it to its place would change how much is missing.
    """

    name: str
    """As in the paper's tables, T1 to T8 for training, E1 to E10 for evaluation; ours are words."""

    applies_to: ClassVar[frozenset[Kind]] = BOTH
    moves_cells: ClassVar[bool] = False
    resamples: ClassVar[bool] = False
    """Whether cells are drawn from the reference, which leaves traces that no real mishap leaves:
    values repeat, and margins agree too well."""
    leaves_range: ClassVar[bool] = False
    """Whether values may lie outside of [0, 1]."""
    aim: ClassVar[Aim] = "any"
    """Which columns it is meant for: any, some of a related group, or functions of others."""

    def new_columns(self, scene: Scene, rng: np.random.Generator) -> Values:
        """[query rows, chosen] in the order of ``scene.chosen``, in [0, 1] if the scene is and the
        manipulation does not leave it.

        All randomness comes from ``rng``. Columns of a kind outside ``applies_to`` are not refused:
        the benchmark applies its continuous list to tables with binary columns (jasmine).
        """
        new = np.asarray(self._replace(scene, rng), dtype=np.float32)
        if not self.moves_cells:
            missing = np.isnan(scene.chosen_query)
            if missing.any():
                new = np.where(missing, np.float32(np.nan), new)
        return new

    def eligible(self, categorical: Flags) -> Flags:
        """[features]: the columns this manipulation is defined for."""
        return np.where(
            categorical, "categorical" in self.applies_to, "continuous" in self.applies_to
        )

    @abstractmethod
    def _replace(self, scene: Scene, rng: np.random.Generator) -> NDArray[np.floating]:
        """[query rows, chosen]; what it holds in missing cells does not matter."""
