"""The paper's training and validation manipulations, T1 to T8.

None of them may equal an evaluation manipulation: T7 and T8 never take k = 5 or 6, T3 and T6 draw
from the reference with replacement where E3 and E8 permute the query.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from featureshift.simulate.manipulation import CONTINUOUS, Kind, Manipulation, Scene, Values
from featureshift.simulate.neighbors import NeighborMean, NeighborVote
from featureshift.simulate.random_networks import RandomCNN

TRAINING_KS = (1, 2, 3, 4, 7, 8, 9)


@dataclass(frozen=True)
class Blend(Manipulation):
    """A manipulation with one strength beta ~ U(0, 1) per value or per feature.

    The paper's description says per value, its index i per feature. Each chosen feature draws which
    of the two it gets.
    """

    share_per_value: float = 0.5
    """Probability that a feature draws a new beta for each value."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _beta(self, scene: Scene, rng: np.random.Generator) -> Values:
        shape = (len(scene.query), len(scene.chosen))
        per_value = rng.random(shape[1]) < self.share_per_value
        return np.where(
            per_value,
            rng.random(shape, dtype=np.float32),
            rng.random(shape[1], dtype=np.float32),
        )


@dataclass(frozen=True)
class RandomScaling(Blend):
    """T1: beta x."""

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        return self._beta(scene, rng) * scene.chosen_query


@dataclass(frozen=True)
class PartialNegation(Blend):
    """T2: beta (1 - x) + (1 - beta) x. ``beta`` is below 1, so this is never E2."""

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        beta, x = self._beta(scene, rng), scene.chosen_query
        # Rounding can carry the sum one step above 1.
        return np.minimum(beta * (1 - x) + (1 - beta) * x, np.float32(1))


@dataclass(frozen=True)
class MarginalResample(Manipulation):
    """T3: each chosen feature drawn from the reference's empirical margin, independently."""

    moves_cells: ClassVar[bool] = True
    resamples: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        shape = (len(scene.query), len(scene.chosen))
        rows = rng.integers(len(scene.reference), size=shape)
        return scene.reference[rows, scene.chosen]


@dataclass(frozen=True)
class GaussianNoise(Manipulation):
    """T4: clamp(x + e), e ~ N(mu, sigma) per value, mu and sigma drawn per feature."""

    mean: tuple[float, float] = (-0.2, 0.2)
    deviation: tuple[float, float] = (0.001, 0.5)

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        x = scene.chosen_query
        mu = np.float32(rng.uniform(*self.mean, size=x.shape[1]))
        sigma = np.float32(rng.uniform(*self.deviation, size=x.shape[1]))
        noise = rng.standard_normal(x.shape, dtype=np.float32)
        return np.clip(x + mu + sigma * noise, 0, 1)


@dataclass(frozen=True)
class JointResample(Manipulation):
    """T6: whole rows of the chosen features drawn from the reference."""

    moves_cells: ClassVar[bool] = True
    resamples: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        rows = rng.integers(len(scene.reference), size=len(scene.query))
        return scene.reference[np.ix_(rows, scene.chosen)]


TRAINING_MANIPULATIONS: tuple[Manipulation, ...] = (
    RandomScaling("T1"),
    PartialNegation("T2"),
    MarginalResample("T3"),
    GaussianNoise("T4"),
    RandomCNN("T5"),
    JointResample("T6"),
    NeighborMean("T7", ks=TRAINING_KS),
    NeighborVote("T8", ks=TRAINING_KS),
)
