"""What the filters share: the source of a row, related to its values, and a cut by relabeling."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError
from featureshift.methods.base import Cut, Localizer, Scores
from featureshift.methods.baselines._shared.matrices import Matrices, matrices_of
from featureshift.methods.baselines._shared.null import (
    LEVEL,
    null_threshold,
    reached_level,
    relabelings,
)
from featureshift.tables import Note, Progress, TablePair, Tally, part

PERMUTATIONS = 20

Labels = NDArray[np.bool_]
"""Which rows are called the query [labelings, rows]."""


class Ranking(NamedTuple):
    scores: NDArray[np.float64]
    """[features]"""
    by_chance: Callable[[Labels, Progress | None], NDArray[np.float64]]
    """The largest score that any column has under each of some labelings, [labelings]."""


class Filter(Localizer):
    """Ranks columns by the true sources of rows; what permuted sources give is the cut."""

    statistic: ClassVar[str]
    """What a score is, in words."""

    def __init__(self, *, permutations: int, level: float) -> None:
        if permutations < 1:
            raise OptionError("permutations is below 1", found=repr(permutations))
        if not 0 < level < 1:
            raise OptionError("level is no probability", expected="0 < level < 1", found=f"{level}")
        self.permutations, self.level = permutations, level

    @abstractmethod
    def _ranking(self, pair: TablePair, both: Matrices, progress: Progress | None) -> Ranking: ...

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        both = matrices_of(pair)
        ranking = self._ranking(pair, both, part(progress, 0.0, 0.5))

        def cut() -> Cut:
            labels = relabelings(both.is_query, self.permutations, rng)
            return self._cut(ranking.by_chance(labels, part(progress, 0.5, 1.0)))

        return Scores(ranking.scores, cut)

    def _cut(self, largest: NDArray[np.float64]) -> Cut:
        threshold = null_threshold(largest, self.level)
        message = (
            f"{self.statistic} above {threshold:.4g} means shifted: {self.permutations} "
            f"relabelings of the rows bound the largest value by chance "
            f"(level {reached_level(self.permutations, self.level):.2g})"
        )
        return Cut(threshold, (Note(None, "decision-rule", message),))


class ColumnFilter(Filter):
    """Scores each column alone, by one and the same statistic under any labels."""

    def __init__(self, *, permutations: int = PERMUTATIONS, level: float = LEVEL) -> None:
        super().__init__(permutations=permutations, level=level)

    @abstractmethod
    def _statistics(
        self, pair: TablePair, values: NDArray[np.float32], labels: Labels, tally: Tally
    ) -> NDArray[np.float64]:
        """[labelings, features] for pooled values [rows, features]; tells each column done."""

    def _ranking(self, pair: TablePair, both: Matrices, progress: Progress | None) -> Ranking:
        def statistics(labels: Labels, progress: Progress | None) -> NDArray[np.float64]:
            tally = Tally(pair.n_features, progress)
            return self._statistics(pair, both.pooled, labels, tally)

        own = statistics(both.is_query[None], progress)[0]
        return Ranking(own, lambda labels, progress: statistics(labels, progress).max(axis=1))
