"""Two tables to one merged map, in passes over their rows.

First the statistical measures and the marks of values; then the products of columns, in the pooled
mean and deviation that the measures gave; then what the drawn kernels and the functions of cells
make of each row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.cell_functions import CELL_CHANNELS
from featureshift.methods.fslnet.maps.drawn_kernels import DrawnKernels
from featureshift.methods.fslnet.maps.neighbor_prediction import (
    NeighborPrediction,
    ProductsReader,
)
from featureshift.methods.fslnet.maps.occupancy import OCCUPANCY_CHANNELS, occupancy
from featureshift.methods.fslnet.maps.row_maps import RowMaps
from featureshift.methods.fslnet.maps.standardize import Standardizer
from featureshift.methods.fslnet.maps.studentized import (
    SIZE_CHANNELS,
    evidence,
    finest_grid,
    pooled_moments,
    studentized_measures,
    studentized_rows,
    table_sizes,
)
from featureshift.methods.fslnet.maps.summaries import summaries, summary_names
from featureshift.methods.fslnet.maps.value_marks import (
    VALUE_CHANNELS,
    MarksReader,
    StrangersReader,
    value_contrasts,
)
from featureshift.methods.measures import Block, StatisticalMeasures

State = TypeVar("State")


class Reader(Protocol[State]):
    """Reads blocks [rows, features] of values scaled to [0, 1], NaN where missing."""

    def start(self, n_features: int) -> State: ...

    def update(self, state: State, block: Block) -> State: ...

    def merge(self, left: State, right: State, /) -> State: ...


Fold = Callable[[Reader[Any]], tuple[Any, Any]]
"""What a reader makes of all rows of reference and query; they are read anew for each."""


@dataclass(frozen=True, eq=False)
class PairMaps:
    """What the Prediction Network of the studentized recipe looks at."""

    measures: StatisticalMeasures
    """Their moments and grid are read even where they are no channels."""
    use_measures: bool
    kernels: DrawnKernels | None
    use_cells: bool

    def __call__(
        self, fold: Fold, n_features: int, network: Fold | None = None
    ) -> NDArray[np.float32]:
        """The merged map [channels, features]; ``network`` reads fewer rows for the last passes."""
        states = fold(self.measures)
        moments = [pooled_moments(self.measures, state) for state in states]
        z = np.empty((0, n_features))
        if self.use_measures:
            z = studentized_measures(self.measures, *states)
        if self.kernels is not None or self.use_cells:
            pooled = pooled_moments(self.measures, self.measures.merge(*states))
            maps = self._row_maps(Standardizer.of(pooled), network or fold, n_features)
            z = np.concatenate([z, studentized_rows(*(network or fold)(maps))])
        parts = [evidence(z), summaries(z, self._differences)]
        if self.use_measures:
            grids = [finest_grid(self.measures, state) for state in states]
            marks = fold(MarksReader())
            strangers = fold(StrangersReader(*marks))
            parts.append(occupancy(*grids))
            parts.append(value_contrasts(marks, strangers, (moments[0].count, moments[1].count)))
        parts.append(table_sizes(moments[0].count, moments[1].count))
        return np.concatenate(parts)

    @property
    def _differences(self) -> tuple[str, ...]:
        kernels = len(self.kernels) if self.kernels is not None else 0
        measures = self.measures.channels if self.use_measures else ()
        return difference_channels(measures, kernels, use_cells=self.use_cells)

    def _row_maps(self, standardizer: Standardizer, fold: Fold, n_features: int) -> RowMaps:
        prediction = None
        if self.use_cells:
            reader = ProductsReader(standardizer)
            pooled = reader.merge(*fold(reader))
            prediction = NeighborPrediction.fit(pooled, n_features)
        return RowMaps(standardizer, prediction, self.kernels)


def difference_channels(
    measures: tuple[str, ...], n_kernels: int, *, use_cells: bool
) -> tuple[str, ...]:
    """Names of the channels that are differences, in order."""
    kernels = tuple(f"drawn_kernel_{k:03d}" for k in range(n_kernels))
    return (*measures, *kernels, *(CELL_CHANNELS if use_cells else ()))


def map_channels(measures: tuple[str, ...], n_kernels: int, *, use_cells: bool) -> tuple[str, ...]:
    """Names of all channels of the merged map, in order."""
    differences = difference_channels(measures, n_kernels, use_cells=use_cells)
    values = (*OCCUPANCY_CHANNELS, *VALUE_CHANNELS) if measures else ()
    return (*differences, *summary_names(differences), *values, *SIZE_CHANNELS)


def in_memory(reference: Block, query: Block) -> Fold:
    """A fold over two tables that are at hand."""

    def fold(reader: Reader[Any]) -> tuple[Any, Any]:
        first, second = (
            reader.update(reader.start(table.shape[1]), table) for table in (reference, query)
        )
        return first, second

    return fold
