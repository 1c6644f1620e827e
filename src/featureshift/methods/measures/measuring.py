"""Run a functional over both tables of a pair on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.measures.functional import Functional
from featureshift.tables import Progress, Side, TablePair, Tally


def measure(
    functional: Functional[Any], pair: TablePair, progress: Progress | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The maps [channels, features] of reference and query, of values scaled to [0, 1]."""
    tally = Tally(sum(side.n_rows for side in pair.sides), progress)

    def run(side: Side) -> NDArray[np.float64]:
        state = accumulate(functional, side.unit_blocks(), pair.n_features, tally.add)
        return functional.result(state)

    return pair.each(run)


def accumulate(
    functional: Functional[Any],
    blocks: Iterable[NDArray[np.float32]],
    n_features: int,
    advance: Callable[[int], None] = lambda _: None,
) -> Any:
    """The state of a functional after all blocks [rows, features]."""
    state = functional.start(n_features)
    for block in blocks:
        state = functional.update(state, block)
        advance(len(block))
    return state
