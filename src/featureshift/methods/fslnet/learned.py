"""The learned maps of a network as one more functional, and its verdict on merged maps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.fslnet.panels import Panel, panels
from featureshift.methods.measures import Block, FloatMap, Functional
from featureshift.weights.opened import Weights

TILE_CELLS = 1 << 15
"""Cells, halo included, that go through the network at once in each thread. Each activation of 64
channels then takes 8 MB. Larger tiles were measured to be no faster, and slower under load."""
PANEL = 2048
"""Columns of a tile: a halo of 37 on either side adds 4 %."""


class LearnedState(NamedTuple):
    sums: FloatMap
    """[channels, features]"""
    counts: NDArray[np.int64]
    """Rows in which each feature is present, [features]."""


class _Tile(NamedTuple):
    rows: slice
    panel: Panel


@dataclass(frozen=True, eq=False)
class LearnedMaps(Functional[LearnedState]):
    """Means over rows of what the ``describe`` graph makes of them.

    A missing cell enters the network as the fill of its column, and does not count in the mean of
    its own column. Blocks are cut into tiles of ``TILE_CELLS`` cells, so memory is bounded however
    long or wide the table is.
    """

    weights: Weights
    names: tuple[str, ...]
    """Of the channels."""
    halo: int | None
    """Columns on either side that a column's maps depend on; None: all, and no panels."""
    fill: NDArray[np.float32]
    """What a missing cell enters as, [features]."""

    @property
    def channels(self) -> tuple[str, ...]:
        return self.names

    def start(self, n_features: int) -> LearnedState:
        return LearnedState(np.zeros((len(self.names), n_features)), np.zeros(n_features, np.int64))

    def update(self, state: LearnedState, block: Block) -> LearnedState:
        tiles = list(self._tiles(*block.shape))
        described = self.weights.map(lambda tile: self._describe(block, tile), tiles)
        for tile, sums in zip(tiles, described, strict=True):
            state.sums[:, tile.panel.core] += sums
        return LearnedState(state.sums, state.counts + np.sum(~np.isnan(block), axis=0))

    def merge(self, left: LearnedState, right: LearnedState) -> LearnedState:
        return LearnedState(left.sums + right.sums, left.counts + right.counts)

    def result(self, state: LearnedState) -> FloatMap:
        known = state.counts > 0
        return np.where(known, state.sums / np.maximum(state.counts, 1), np.nan)

    def _tiles(self, n_rows: int, n_features: int) -> Iterator[_Tile]:
        for panel in panels(n_features, width=PANEL, halo=self.halo):
            height = max(1, TILE_CELLS // (panel.wide.stop - panel.wide.start))
            for row in range(0, n_rows, height):
                yield _Tile(slice(row, min(row + height, n_rows)), panel)

    def _describe(self, block: Block, tile: _Tile) -> NDArray[np.float32]:
        rows, (_, wide, inner) = tile
        cells = np.ascontiguousarray(block[rows, wide], dtype=np.float32)
        present = ~np.isnan(cells)
        values = np.where(present, cells, self.fill[wide])
        sums = self.weights.run("describe", values=values, present=present.astype(np.float32))
        return sums[:, inner]


def predict_logits(
    weights: Weights, merged: NDArray[np.floating], *, halo: int | None
) -> NDArray[np.float64]:
    """Logits [features] of a merged map [channels, features], panel by panel."""
    cut = list(panels(merged.shape[1], width=2 * PANEL, halo=halo))

    def predict(panel: Panel) -> NDArray[np.float32]:
        seen = np.ascontiguousarray(merged[:, panel.wide], dtype=np.float32)
        return weights.run("predict", merged=seen)[panel.inner]

    return np.concatenate(list(weights.map(predict, cut))).astype(np.float64)
