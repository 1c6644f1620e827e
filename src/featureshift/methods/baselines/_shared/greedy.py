"""What mRMR and Fast-CMIM share: columns as bits, chosen one after another."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.methods.baselines._shared.cuts import Bits, above_cuts, pack
from featureshift.methods.baselines._shared.filters import Filter, Labels, Ranking
from featureshift.methods.baselines._shared.matrices import Matrices
from featureshift.methods.baselines._shared.ranking import falling_scores
from featureshift.tables import Progress, TablePair


class Order(NamedTuple):
    columns: NDArray[np.intp]
    """All features, first choice first."""
    values: NDArray[np.float64]
    """What each was worth when it was chosen."""


class GreedyFilter(Filter):
    """Chooses column after column; scores fall along the order of choice."""

    def __init__(
        self, *, bins: int, max_selected: int | None, permutations: int, level: float
    ) -> None:
        super().__init__(permutations=permutations, level=level)
        if bins < 2:
            raise OptionError("bins is below 2", found=repr(bins))
        self.bins, self.max_selected = bins, max_selected

    @abstractmethod
    def _relevance(self, bits: Bits, source: Bits, rows: int) -> NDArray[np.float64]:
        """What columns [features, cuts, words] tell about the source, each on its own."""

    @abstractmethod
    def _order(
        self, bits: Bits, source: Bits, rows: int, limit: int, progress: Progress | None
    ) -> Order:
        """The order of choice, ``limit`` columns one by one."""

    def _ranking(self, pair: TablePair, both: Matrices, progress: Progress | None) -> Ranking:
        bits, rows = above_cuts(both.pooled, self.bins - 1), len(both.pooled)
        half = (pair.n_features + 1) // 2
        limit = half if self.max_selected is None else self.max_selected
        order = self._order(bits, pack(both.is_query), rows, limit, progress)

        def by_chance(labels: Labels, progress: Progress | None) -> NDArray[np.float64]:
            del progress  # quick beside the choice
            return np.array([self._relevance(bits, pack(label), rows).max() for label in labels])

        return Ranking(falling_scores(*order), by_chance)
