"""The benchmark's manipulations, E1 to E10. For evaluation only: never train on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from featureshift.simulate.manipulation import (
    CATEGORICAL,
    CONTINUOUS,
    Kind,
    Manipulation,
    Scene,
    Values,
)
from featureshift.simulate.neighbors import NeighborMean, NeighborVote
from featureshift.simulate.random_networks import RandomMLP

EVALUATION_K = 5


@dataclass(frozen=True)
class UniformValues(Manipulation):
    """E1: each value replaced by a draw from U(0, 1)."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        return rng.random((len(scene.query), len(scene.chosen)), dtype=np.float32)


@dataclass(frozen=True)
class Negation(Manipulation):
    """E2: 1 - x."""

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:  # noqa: ARG002
        return 1 - scene.chosen_query


@dataclass(frozen=True)
class ColumnShuffle(Manipulation):
    """E3: each chosen column permuted on its own."""

    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        return rng.permuted(scene.chosen_query, axis=0)


@dataclass(frozen=True)
class SignedStep(Manipulation):
    """E4: clamp(x + alpha or x - alpha), the sign drawn per value."""

    alpha: float

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        x = scene.chosen_query
        up = rng.random(x.shape, dtype=np.float32) < 0.5
        alpha = np.float32(self.alpha)
        return np.clip(np.where(up, x + alpha, x - alpha), 0, 1)


@dataclass(frozen=True)
class Rounding(Manipulation):
    """E5: 1 above one half, else 0; one half itself goes to 0."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:  # noqa: ARG002
        return (scene.chosen_query > 0.5).astype(np.float32)


@dataclass(frozen=True)
class RandomNegation(Manipulation):
    """E6: each value negated with probability rho."""

    rho: float

    applies_to: ClassVar[frozenset[Kind]] = CATEGORICAL

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        x = scene.chosen_query
        return np.where(rng.random(x.shape, dtype=np.float32) < self.rho, 1 - x, x)


@dataclass(frozen=True)
class RowShuffle(Manipulation):
    """E8: one permutation of the rows for all chosen columns."""

    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        return scene.query[np.ix_(rng.permutation(len(scene.query)), scene.chosen)]


EVALUATION_MANIPULATIONS: tuple[Manipulation, ...] = (
    UniformValues("E1"),
    Negation("E2"),
    ColumnShuffle("E3"),
    SignedStep("E4.1", alpha=0.02),
    SignedStep("E4.2", alpha=0.05),
    SignedStep("E4.3", alpha=0.1),
    Rounding("E5"),
    RandomNegation("E6.1", rho=0.2),
    RandomNegation("E6.2", rho=0.4),
    RandomNegation("E6.3", rho=0.6),
    RandomMLP("E7"),
    RowShuffle("E8"),
    NeighborMean("E9", ks=(EVALUATION_K,)),
    NeighborVote("E10", ks=(EVALUATION_K,)),
)
