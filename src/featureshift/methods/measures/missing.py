"""The share of missing cells in every column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.measures.functional import Block, FloatMap, Functional


@dataclass(frozen=True, eq=False)
class MissingState:
    rows: int
    present: NDArray[np.int64]
    """[features]"""


@dataclass(frozen=True)
class MissingShare(Functional[MissingState]):
    """1 - present / rows: 1 where nothing is present, even when there were no rows at all.

    >>> import numpy as np
    >>> functional = MissingShare()
    >>> block = np.array([[0.1, np.nan], [np.nan, np.nan]], np.float32)
    >>> functional.result(functional.update(functional.start(2), block))
    array([[0.5, 1. ]])
    """

    @property
    def channels(self) -> tuple[str, ...]:
        return ("missing",)

    def start(self, n_features: int) -> MissingState:
        return MissingState(0, np.zeros(n_features, np.int64))

    def update(self, state: MissingState, block: Block) -> MissingState:
        missing = np.isnan(block).sum(axis=0)
        return MissingState(state.rows + len(block), state.present + (len(block) - missing))

    def merge(self, left: MissingState, right: MissingState) -> MissingState:
        return MissingState(left.rows + right.rows, left.present + right.present)

    def result(self, state: MissingState) -> FloatMap:
        return 1.0 - state.present[None, :] / max(state.rows, 1)
