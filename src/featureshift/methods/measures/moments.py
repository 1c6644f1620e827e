"""Mean and central moments of every column, in one pass that keeps small variances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.methods.measures.functional import Block, FloatMap, Functional
from featureshift.methods.measures.tiles import Scratch, tiles

WIDEST_TILE = 1024
NARROW = 64
"""Below this many columns a tile is transposed: sums then run along contiguous memory."""


@dataclass(frozen=True, eq=False)
class MomentState:
    """Count, mean and central sums of each feature.

    The mean of a feature without present values is held as 0; the readers below give NaN for it.

    >>> import numpy as np
    >>> state = CentralMoments().start(1)
    >>> state = CentralMoments().update(state, np.array([[0.0], [0.0], [1.0], [1.0]], np.float32))
    >>> state.variance, state.raw(3)
    (array([0.25]), array([0.5]))
    """

    count: NDArray[np.int64]
    """Present values, [features]."""
    mean: FloatMap
    """[features]"""
    sums: FloatMap
    """[order - 1, features]; row p - 2 is the sum of (x - mean)**p."""

    @property
    def expectation(self) -> FloatMap:
        """The mean [features], NaN where nothing is present."""
        return np.where(self.count > 0, self.mean, np.nan)

    @property
    def variance(self) -> FloatMap:
        """Population variance [features], NaN where nothing is present."""
        return self.central(2)

    def central(self, order: int) -> FloatMap:
        """E[(x - mean)**order], [features]; ``order`` runs from 2 to the functional's order."""
        return np.where(self.count > 0, self.sums[order - 2] / np.maximum(self.count, 1), np.nan)

    def raw(self, order: int) -> FloatMap:
        """E[x**order], [features], by expanding (mean + deviation)**order."""
        # The deviation's own first moment is 0, so the sum skips it.
        expanded = self.expectation**order
        for k in range(2, order + 1):
            expanded += math.comb(order, k) * self.central(k) * self.mean ** (order - k)
        return expanded


@dataclass(frozen=True)
class CentralMoments(Functional[MomentState]):
    """Mean and central moments up to ``order``.

    Each tile is reduced in two passes in float64 and combined by the pairwise formulas of Chan
    et al. (1983) and Pébay (2008). A constant column therefore has a variance of exactly 0.

    >>> import numpy as np
    >>> functional = CentralMoments(order=2)
    >>> block = np.array([[0.25, np.nan], [0.75, 1.0]], np.float32)
    >>> functional.result(functional.update(functional.start(2), block))
    array([[0.5   , 1.    ],
           [0.0625, 0.    ]])
    """

    order: int = 3

    def __post_init__(self) -> None:
        if self.order < 2:
            raise OptionError(
                "order of moments too low", expected="2 or more", found=str(self.order)
            )

    @property
    def channels(self) -> tuple[str, ...]:
        return ("mean", *(f"central_{order}" for order in range(2, self.order + 1)))

    def start(self, n_features: int) -> MomentState:
        return MomentState(
            count=np.zeros(n_features, np.int64),
            mean=np.zeros(n_features),
            sums=np.zeros((self.order - 1, n_features)),
        )

    def update(self, state: MomentState, block: Block) -> MomentState:
        scratch = Scratch(block.size)
        for rows, columns in tiles(*block.shape, widest=WIDEST_TILE):
            # Basic slices are views: what is merged here lands in `state`.
            count, mean, sums = state.count[columns], state.mean[columns], state.sums[:, columns]
            tile = _reduced(block[rows, columns], self.order, scratch)
            merged = _merged(MomentState(count, mean, sums), tile)
            count[...], mean[...], sums[...] = merged.count, merged.mean, merged.sums
        return state

    def merge(self, left: MomentState, right: MomentState) -> MomentState:
        return _merged(left, right)

    def result(self, state: MomentState) -> FloatMap:
        central = [state.central(order) for order in range(2, self.order + 1)]
        return np.stack([state.expectation, *central])

    def covers(self, other: Functional[Any]) -> bool:
        return isinstance(other, CentralMoments) and self.order >= other.order


def _reduced(tile: Block, order: int, scratch: Scratch) -> MomentState:
    """The moments of one tile [rows, features], by a second pass around its own mean."""
    rows, features = tile.shape
    layout: Literal["C", "F"] = "F" if features < NARROW else "C"
    values = scratch.array("values", tile.shape, np.float64, layout)
    np.copyto(values, tile)
    missing, count, total = None, np.full(features, rows, np.int64), values.sum(axis=0)
    if np.isnan(total).any():
        missing = np.isnan(values, out=scratch.array("missing", tile.shape, np.bool_, layout))
        count -= missing.sum(axis=0, dtype=np.int32)
        np.copyto(values, 0.0, where=missing)
        total = values.sum(axis=0)
    mean = total / np.maximum(count, 1)
    values -= mean
    if missing is not None:
        np.copyto(values, 0.0, where=missing)
    power = scratch.array("power", tile.shape, np.float64, layout)
    return MomentState(count, mean, _power_sums(values, order, power))


def _power_sums(deviations: FloatMap, order: int, power: FloatMap) -> FloatMap:
    """Sums over rows of deviations**2 ... deviations**order, [order - 1, features]."""
    sums = np.empty((order - 1, deviations.shape[1]))
    np.multiply(deviations, deviations, out=power)
    power.sum(axis=0, out=sums[0])
    for row in sums[1:]:
        power *= deviations
        power.sum(axis=0, out=row)
    return sums


def _merged(left: MomentState, right: MomentState) -> MomentState:
    count = left.count + right.count
    mean = left.mean + (right.mean - left.mean) * (right.count / np.maximum(count, 1))
    return MomentState(count, mean, _recentered(left, mean) + _recentered(right, mean))


def _recentered(state: MomentState, mean: FloatMap) -> FloatMap:
    """The central sums of ``state`` about another mean, [order - 1, features]."""
    offset = state.mean - mean
    moved = state.sums.copy()
    power = np.ones_like(offset)
    for k in range(1, len(state.sums) + 2):
        power *= offset
        # About its own mean, the 0th sum is the count and the 1st is 0: neither is stored.
        if k > 1:
            moved[k - 2] += state.count * power
        for order in range(k + 2, len(state.sums) + 2):
            moved[order - 2] += math.comb(order, k) * power * state.sums[order - k - 2]
    return moved
