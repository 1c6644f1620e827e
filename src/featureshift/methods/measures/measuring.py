"""Functionals of both tables of a pair, each read once more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.registry import fold
from featureshift.methods.measures.functional import Functional
from featureshift.tables import Progress, Side, TablePair, Tally
from featureshift.tables.encode import Encoder
from featureshift.tables.table import Batch, Selection


@dataclass(frozen=True, eq=False)
class FunctionalReader:
    """Feeds a functional with values scaled to [0, 1] by the range of both tables."""

    functional: Functional[Any]
    selection: Sequence[Selection]
    encoder: Encoder

    @classmethod
    def of(cls, functional: Functional[Any], side: Side) -> FunctionalReader:
        return cls(functional, side.selection, side.encoder)

    def start(self) -> Any:
        return self.functional.start(len(self.selection))

    def update(self, state: Any, batch: Batch) -> Any:
        return self.functional.update(state, self.encoder.unit(batch.values))

    def merge(self, first: Any, second: Any) -> Any:
        return self.functional.merge(first, second)


def states(
    functional: Functional[Any], pair: TablePair, progress: Progress | None = None
) -> tuple[Any, Any]:
    """The states of a functional after all rows of reference and query."""
    tally = Tally(sum(side.n_rows for side in pair.sides), progress)
    reference, query = (
        fold(FunctionalReader.of(functional, side), side.partitions, tally.add)
        for side in pair.sides
    )
    return reference, query


def measure(
    functional: Functional[Any], pair: TablePair, progress: Progress | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The maps [channels, features] of reference and query, of values scaled to [0, 1]."""
    reference, query = states(functional, pair, progress)
    return functional.result(reference), functional.result(query)
