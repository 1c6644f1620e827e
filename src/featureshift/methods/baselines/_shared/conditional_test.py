"""The frame of a conditional test: compare the two tables, and on demand random splits of them."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.base import Cut, Localizer, Scores
from featureshift.methods.baselines._shared.conditional import (
    Deadline,
    Standardized,
    check_positive,
    standardized,
)
from featureshift.methods.baselines._shared.null import relabelings
from featureshift.methods.baselines._shared.resplit import (
    Statistic,
    check_resplits,
    null_maxima,
    resplit_cut,
)
from featureshift.tables import Note, Progress, TablePair, part


class Comparison(NamedTuple):
    observed: NDArray[np.float64]
    """[active features] of the tables as they are."""
    is_query: NDArray[np.bool_]
    """[rows] of those that were compared."""
    statistic: Statistic
    """The same for other splits of these rows."""
    notes: tuple[Note, ...] = ()
    at_once: int = 1
    """Splits that are best handed over together."""


class ConditionalTest(Localizer):
    """Scores by comparing conditionals; the cut is what random splits of the pooled rows give."""

    how_resplit: ClassVar[str]
    """What is done for each random split, in words."""

    def __init__(self, *, n_resplits: int, time_limit: float | None) -> None:
        check_positive(time_limit=time_limit)
        check_resplits(n_resplits)
        self.n_resplits, self.time_limit = n_resplits, time_limit

    @abstractmethod
    def _compare(
        self,
        data: Standardized,
        rng: np.random.Generator,
        deadline: Deadline,
        progress: Progress | None,
    ) -> Comparison: ...

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        deadline = Deadline(self.time_limit)
        data = standardized(pair)
        if not len(data.active):
            return Scores(np.zeros(pair.n_features), 0.0)
        compared = self._compare(data, rng, deadline, part(progress, 0.0, 0.5))

        def cut() -> Cut:
            splits = relabelings(compared.is_query, self.n_resplits, rng)
            share, at_once = part(progress, 0.5, 1.0), compared.at_once
            maxima = null_maxima(compared.statistic, splits, deadline, share, at_once=at_once)
            return resplit_cut(maxima, compared.observed, self.n_resplits, self.how_resplit)

        return Scores(data.spread(compared.observed), cut, compared.notes)
