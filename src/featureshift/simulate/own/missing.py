"""Our own shifts of cells without a value: lost, filled with one constant, imputed.

Cells are struck at random, whatever they hold; the evaluation has nothing of the kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.manipulation import CONTINUOUS, Kind, Manipulation, Scene, Values
from featureshift.simulate.own.columns import ColumnManipulation, log_uniform


@dataclass(frozen=True)
class ConstantFill(ColumnManipulation):
    """Part of the cells, or nearly all, set to 0, 1, the median, the mean or any other value."""

    share: tuple[float, float] = (0.05, 1)

    def _new_cells(
        self, cells: Values, _: Values, rng: np.random.Generator
    ) -> NDArray[np.floating]:
        median = np.quantile(cells, 0.5, method="lower")
        value = rng.choice([0, 1, median, cells.mean(), rng.random()])
        return np.where(rng.random(cells.size) < log_uniform(*self.share, rng), value, cells)


@dataclass(frozen=True)
class LostCells(Manipulation):
    """Cells become missing."""

    share: tuple[float, float] = (0.01, 0.6)

    # More cells are missing afterwards.
    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        x = scene.chosen_query
        shares = [log_uniform(*self.share, rng) for _ in scene.chosen]
        return np.where(rng.random(x.shape) < shares, np.float32(np.nan), x)


@dataclass(frozen=True)
class ImputedCells(Manipulation):
    """Cells filled with the reference's median or mean, as if they had been missing.

    Those that are missing are filled like any other; in some columns these and no others.
    """

    share: tuple[float, float] = (0.03, 0.7)
    share_missing_only: float = 0.5
    """Probability for a column with missing cells that just these are filled."""

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS
    # Fewer cells are missing afterwards.
    moves_cells: ClassVar[bool] = True

    def _replace(self, scene: Scene, rng: np.random.Generator) -> NDArray[np.floating]:
        new = scene.chosen_query
        for i, before in enumerate(scene.chosen_reference.T):
            known = before[~np.isnan(before)]
            if not known.size:
                continue
            struck = np.isnan(new[:, i])
            if not struck.any() or rng.random() > self.share_missing_only:
                struck = rng.random(len(new)) < log_uniform(*self.share, rng)
            new[struck, i] = np.median(known) if rng.random() < 0.5 else known.mean()
        return new
