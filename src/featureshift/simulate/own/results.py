"""Our own shifts of columns that are functions of others: a product that is none any more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from featureshift.simulate.manipulation import CONTINUOUS, Aim, Kind, Scene, Values
from featureshift.simulate.own.values import UnitFactor
from featureshift.simulate.training import MarginalResample


@dataclass(frozen=True)
class ResultResample(MarginalResample):
    """A result in another row than its terms: drawn from the reference, in all rows or in part.

    E3 permutes the query's own cells.
    """

    share: tuple[float, float] = (0.3, 1.0)
    share_whole: float = 0.5
    """Probability that all rows are struck."""

    aim: ClassVar[Aim] = "derived"

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        drawn = super()._replace(scene, rng)
        share = 1.0 if rng.random() < self.share_whole else rng.uniform(*self.share)
        return np.where(rng.random(len(drawn))[:, None] < share, drawn, scene.chosen_query)


@dataclass(frozen=True)
class ResultFactor(UnitFactor):
    """A result in another unit than its terms."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS
    aim: ClassVar[Aim] = "derived"
