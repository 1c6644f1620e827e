"""Means over rows of drawn kernels and of functions of cells, with the noise of each mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.maps.cell_functions import CELL_CHANNELS, cell_values
from featureshift.methods.fslnet.maps.column_ring import RingPanel, ring_panels
from featureshift.methods.fslnet.maps.drawn_kernels import DrawnKernels
from featureshift.methods.fslnet.maps.neighbor_prediction import NeighborPrediction, seen_by
from featureshift.methods.fslnet.maps.standardize import Standardizer
from featureshift.methods.measures.functional import Block, FloatMap

CHUNK_CELLS = 1 << 15
"""Cells of a panel at a time: what kernels make of them should stay in the cache."""


@dataclass(frozen=True, eq=False)
class RowSums:
    """Sums over rows: adding them merges partitions."""

    values: FloatMap
    """[channels, features]"""
    squares: FloatMap
    """Of the same values squared, [channels, features]."""
    counts: NDArray[np.int64]
    """Rows in which each feature is present, [features]."""

    def merge(self, other: RowSums) -> RowSums:
        return RowSums(
            self.values + other.values, self.squares + other.squares, self.counts + other.counts
        )


@dataclass(frozen=True, eq=False)
class RowMaps:
    """Reads rows scaled to [0, 1]; fitted on two tables pooled, so that both are read alike.

    A missing cell is left out of its own column's sums; to its neighbors it is average.
    """

    standardizer: Standardizer
    prediction: NeighborPrediction | None
    """None: no functions of cells."""
    kernels: DrawnKernels | None

    @property
    def n_channels(self) -> int:
        n_kernels = len(self.kernels) if self.kernels is not None else 0
        return n_kernels + (len(CELL_CHANNELS) if self.prediction is not None else 0)

    def start(self, n_features: int) -> RowSums:
        shape = self.n_channels, n_features
        return RowSums(np.zeros(shape), np.zeros(shape), np.zeros(n_features, np.int64))

    def merge(self, left: RowSums, right: RowSums) -> RowSums:
        return left.merge(right)

    def update(self, state: RowSums, block: Block) -> RowSums:
        """With the rows of a block [rows, features]; what ``state`` holds is changed."""
        missing = np.isnan(block)
        present = None if not missing.any() else (~missing).astype(np.float32)
        standard = self.standardizer(block)
        matrices: dict[int, NDArray[np.float32]] = {}  # panels of equal width have the same
        for number, panel in enumerate(ring_panels(block.shape[1])):
            seen = seen_by(standard, panel)
            of_core = None if present is None else present[:, panel.core]
            height = max(1, CHUNK_CELLS // max(1, len(panel.own)))
            width = len(panel.own)
            if self.kernels is not None and width not in matrices:
                matrices = {width: self.kernels.matrix(panel, block.shape[1])}
            for first in range(0, len(block), height):
                rows = slice(first, first + height)
                few = _Chunk(seen[rows], panel, None if of_core is None else of_core[rows])
                self._add(state, few, number, matrices.get(width))
        counts = np.sum(~missing, axis=0, dtype=np.int64)
        return RowSums(state.values, state.squares, state.counts + counts)

    def _add(
        self, sums: RowSums, chunk: _Chunk, number: int, matrix: NDArray[np.float32] | None
    ) -> None:
        own, core, place = chunk.own, chunk.panel.core, 0
        if self.kernels is not None and matrix is not None:
            place = len(self.kernels)
            values = _gated(chunk.seen, own, self.kernels, matrix)
            sums.values[:place, core] += values.sum(axis=0).T
            sums.squares[:place, core] += np.einsum("njk,njk->kj", values, values)
        if self.prediction is not None:
            predicted = self.prediction(chunk.seen, own, number)
            for channel, cells in enumerate(cell_values(own, predicted), start=place):
                counted = cells if chunk.present is None else cells * chunk.present
                sums.values[channel, core] += counted.sum(axis=0)
                sums.squares[channel, core] += np.einsum("nj,nj->j", counted, counted)


@dataclass(frozen=True, eq=False)
class _Chunk:
    """Some rows of a panel."""

    seen: NDArray[np.float32]
    """[rows, seen]"""
    panel: RingPanel
    present: NDArray[np.float32] | None
    """[rows, core]; None: all."""

    @property
    def own(self) -> NDArray[np.float32]:
        if len(self.panel.own) == self.seen.shape[1]:
            return self.seen
        return np.ascontiguousarray(self.seen[:, self.panel.own])


def _gated(
    seen: NDArray[np.float32],
    own: NDArray[np.float32],
    kernels: DrawnKernels,
    matrix: NDArray[np.float32],
) -> NDArray[np.float32]:
    """z_j (w z + b)_+, [rows, core, kernels]; 0 where the cell is missing, which is 0 itself."""
    values = (seen @ matrix).reshape(*own.shape, len(kernels))
    values += kernels.bias
    np.maximum(values, 0, out=values)
    values *= own[..., None]
    return values
