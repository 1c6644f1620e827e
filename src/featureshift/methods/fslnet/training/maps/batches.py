"""Batches of equally wide maps out of the pairs at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from featureshift.methods.fslnet.maps.occupancy import OCCUPANCY_CHANNELS
from featureshift.methods.fslnet.maps.value_marks import VALUE_CHANNELS
from featureshift.methods.fslnet.training.maps.described import DescribedPair
from featureshift.simulate import RESAMPLING

ALIKE = 40
"""Pairs of about the same width among which the members of a batch are drawn."""

MARGINS = (
    *("mean", "std", "median", "mad", "moment_", "histogram_", "ecdf_"),
    *("scalar_", "own_above_", "own_excess_", "own_mean_square", "own_largest"),
)
"""How the names of channels begin that tell of a column by itself."""
OF_VALUES = (*OCCUPANCY_CHANNELS, *VALUE_CHANNELS)

Floats = NDArray[np.float32]


class MapBatch(NamedTuple):
    merged: Tensor
    """[pairs, channels, features]"""
    changed: Tensor
    """[pairs, features]: 1 where a feature is shifted."""

    def to(self, device: str) -> MapBatch:
        return MapBatch(self.merged.to(device), self.changed.to(device))


def margin_channels(names: Sequence[str]) -> NDArray[np.bool_]:
    """[channels]: which tell of a column by itself.

    >>> margin_channels(("mean", "drawn_kernel_000", "own_above_+0.0", "own_by_predicted_all"))
    array([ True, False,  True, False])
    """
    return np.array([name.startswith(MARGINS) or name in OF_VALUES for name in names])


def by_width(pairs: Sequence[DescribedPair]) -> list[DescribedPair]:
    return sorted(pairs, key=lambda pair: len(pair.changed))


def draw_batch(
    pairs: Sequence[DescribedPair],
    size: int,
    hidden_traces: float,
    margins: NDArray[np.bool_],
    rng: np.random.Generator,
) -> MapBatch:
    """A batch of pairs that are sorted ``by_width``.

    Wider pairs are cut to a run of columns as long as the narrowest. Half of them are turned, since
    columns have no direction. ``margins`` [channels] tells which channels are of the margins.
    """
    first = int(np.clip(rng.integers(len(pairs)) - ALIKE // 2, 0, max(0, len(pairs) - ALIKE)))
    near = np.arange(first, min(first + ALIKE, len(pairs)))
    members = [pairs[i] for i in rng.choice(near, size, replace=len(near) < size)]
    width = min(len(pair.changed) for pair in members)
    maps, truths = [], []
    for pair in members:
        start = int(rng.integers(len(pair.changed) - width + 1))
        columns = slice(start, start + width)
        merged = pair.merged[:, columns].astype(np.float32)
        changed = pair.changed[columns]
        if pair.manipulation in RESAMPLING and rng.random() < hidden_traces:
            merged[margins] = borrowed(merged[margins], changed, rng)
        turned = slice(None, None, -1) if rng.random() < 0.5 else slice(None)
        maps.append(merged[:, turned])
        truths.append(changed[turned])
    return MapBatch(
        torch.from_numpy(np.stack(maps)),
        torch.from_numpy(np.stack(truths).astype(np.float32)),
    )


def borrowed(margins: Floats, changed: NDArray[np.bool_], rng: np.random.Generator) -> Floats:
    """Margins [channels, features] in which changed columns have those of unchanged ones."""
    givers, takers = np.flatnonzero(~changed), np.flatnonzero(changed)
    if not len(givers) or not len(takers):
        return margins
    new = margins.copy()
    new[:, takers] = margins[:, rng.choice(givers, len(takers))]
    return new
