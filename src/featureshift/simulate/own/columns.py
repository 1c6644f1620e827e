"""The base of our own shifts that treat each chosen column by itself, and how strong they are."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.manipulation import Manipulation, Scene, Values


@dataclass(frozen=True)
class ColumnManipulation(Manipulation):
    """Acts on the present cells of one column at a time. Implement :meth:`_new_cells`.

    Strengths are drawn per column, so that weak and strong shifts occur in one table. A column
    without a present cell stays as it is; values beyond [0, 1] are clipped, unless the manipulation
    leaves this range.
    """

    def _replace(self, scene: Scene, rng: np.random.Generator) -> Values:
        new = scene.chosen_query
        for i, before in enumerate(scene.chosen_reference.T):
            present = ~np.isnan(new[:, i])
            if present.any():
                cells = self._new_cells(new[present, i], before[~np.isnan(before)], rng)
                new[present, i] = cells if self.leaves_range else np.clip(cells, 0, 1)
        return new

    @abstractmethod
    def _new_cells(
        self, cells: Values, reference: Values, rng: np.random.Generator
    ) -> NDArray[np.floating]:
        """[cells] from the present cells of the query and of the reference, which may have none."""


def log_uniform(low: float, high: float, rng: np.random.Generator) -> float:
    """One draw, as likely between 0.01 and 0.1 as between 0.1 and 1.

    >>> 0.01 <= log_uniform(0.01, 1.0, np.random.default_rng(0)) <= 1
    True
    """
    return math.exp(rng.uniform(math.log(low), math.log(high)))
