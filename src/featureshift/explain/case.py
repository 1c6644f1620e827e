"""All that the rules may look at when they judge one column."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.dates.delays import close_dates, delay_change
from featureshift.explain.dates.misfit import dates_misfit
from featureshift.explain.dates.period import periods_differ
from featureshift.explain.margins import Misfit, numbers_misfit, shares_misfit
from featureshift.explain.prediction import Prediction
from featureshift.explain.relations import (
    ENOUGH_ROWS,
    Correlations,
    Relation,
    alone,
    change,
    correlations,
    crossed,
)
from featureshift.explain.tails import lonely_chance

Vector = NDArray[np.float64]

TELLING = 0.3
LEAST_RELATION = 0.05
SURELY = 5.0
"""Standard errors of a correlation."""
SMALL_TABLE = 20
"""Columns."""
WITNESSED = 0.6
"""How well partners must tell a column to be its witnesses."""
ALONG = 0.15
"""Of the way that a column went, what its partners may have gone by chance."""
MOST_LAG = 3
"""Rows by which a column may be off."""


@dataclass(frozen=True, eq=False)
class Case:
    column: ColumnPair
    relations: tuple[Relation, ...]
    """With each partner, largest change first."""
    prediction: Prediction | None
    """From partners that are not shifted themselves, where there are any."""
    flagged: Mapping[str, ColumnPair]
    """The other shifted columns."""
    compared: int = 1
    """Columns among which this one was found."""
    partners: tuple[ColumnPair, ...] = ()
    """Those from which it is predicted."""

    @property
    def selection(self) -> float:
        """Digits of improbability that the most striking of so many columns has by chance.

        Beyond those that a column of a small table may have: the thresholds allow for them.
        """
        return max(0.0, math.log10(max(self.compared, 1) / SMALL_TABLE))

    @cached_property
    def other_period(self) -> bool:
        """Whether the dates are later than all of the reference: then other dates are, too."""
        return periods_differ(self.column)

    @property
    def rng(self) -> np.random.Generator:
        """Seeded alike for every rule, so that an explanation can be repeated."""
        return np.random.default_rng(0)

    def misfit(self, values: Vector) -> Misfit:
        """Between the query and a reference column [reference rows] that was tampered with."""
        if self.column.categorical:
            size = len(self.column.labels)
            return shares_misfit(_counts(values, size), _counts(self.column.query, size))
        present = np.sort(values[~np.isnan(values)])
        if self.column.dated:
            return dates_misfit(present, self.column.after, self.column.resolution)
        found = numbers_misfit(present, self.column.after, self.column.resolution)
        return found._replace(tail=min(found.tail, lonely_chance(present, self.column.after)))

    def relation_change(self, values: Vector) -> float:
        """Studentized change of the relation to all partners together, against the query."""
        if self.prediction is None:
            return 0.0
        z = change(self._relation(values, self.prediction.reference), self.query_relation)
        together = alone(float(np.abs(z).max()), len(z))
        return max(together, delay_change(values, self.column.query, self.close_dates))

    @cached_property
    def close_dates(self) -> tuple[ColumnPair, ...]:
        """Of a column of dates, others that are not far from it in the same row."""
        return close_dates(self.column, self.partners)

    @cached_property
    def expected_mean(self) -> float | None:
        """Mean that the query would have, had nothing happened, as far as the partners tell.

        Nearer to it than the mean of the reference, since chance that made the rows of the query
        large or small did so with the partners too. None where partners tell too little.
        """
        if self.prediction is None or self.strength[0] < TELLING or self.column.categorical:
            return None
        known = ~np.isnan(self.column.query)
        return float(self.prediction.value_query[known].mean()) if known.any() else None

    @property
    def stands_alone(self) -> bool:
        """Whether partners tell that the column should have stayed where it was, and it did not.

        In another population its relatives would have gone some of the way with it.
        """
        if (
            self.expected_mean is None
            or self.strength[0] < WITNESSED
            or len(self.column.after) == 0
        ):
            return False
        mean = float(self.column.before.mean())
        went = abs(float(self.column.after.mean()) - mean)
        return abs(self.expected_mean - mean) < ALONG * went

    @property
    def related(self) -> bool:
        """Whether the reference had relations that could be lost, beyond chance."""
        least = max(LEAST_RELATION, SURELY / math.sqrt(max(len(self.column.before), 1)))
        return self.strength[0] > least

    @cached_property
    def lags(self) -> dict[int, float]:
        """Relation of the query's rows to the partners so many rows before them.

        In the sense of the reference's: 1 is as if predicted, -1 the opposite. Empty where too few
        rows have their neighbors in the sample.
        """
        pairs = self._lagged_rows
        if self.prediction is None or self.fewest_lagged < 2 * ENOUGH_ROWS:
            return {}
        best = int(np.argmax(np.abs(np.diag(self._square(self.reference_relation.r)))))
        own = self.column.stand_ins(self.column.ordered)[:, best]
        told = self.prediction.ordered[:, best]
        return {
            lag: float(correlations(own[rows], told[before][:, None]).r[0])
            for lag, (rows, before) in pairs.items()
        }

    @cached_property
    def _lagged_rows(self) -> dict[int, tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """For each lag, ordered rows and those that stood so many rows before them."""
        positions = self.column.positions
        found = {}
        for lag in range(-MOST_LAG, MOST_LAG + 1):
            _, rows, before = np.intersect1d(
                positions, positions + lag, assume_unique=True, return_indices=True
            )
            found[lag] = rows, before
        return found

    @property
    def fewest_lagged(self) -> int:
        """Pairs of rows at the lag that has the fewest."""
        return min(len(rows) for rows, _ in self._lagged_rows.values())

    @property
    def lag_error(self) -> float:
        return 1 / math.sqrt(max(self.fewest_lagged, 1))

    def _square(self, r: Vector) -> NDArray[np.float64]:
        size = round(math.sqrt(len(r)))
        return r.reshape(size, size)

    @cached_property
    def identity(self) -> Misfit:
        """Between reference and query as they are."""
        return self.misfit(self.column.reference)

    @cached_property
    def identity_change(self) -> float:
        """Studentized change of the relations between reference and query as they are."""
        return self.relation_change(self.column.reference)

    @cached_property
    def reference_relation(self) -> Correlations:
        assert self.prediction is not None
        return self._relation(self.column.reference, self.prediction.reference)

    @cached_property
    def query_relation(self) -> Correlations:
        assert self.prediction is not None
        return self._relation(self.column.query, self.prediction.query)

    def _relation(self, values: Vector, told: NDArray[np.float64]) -> Correlations:
        return crossed(self.column.stand_ins(values), told)

    @property
    def strength(self) -> tuple[float, float]:
        """How well the partners tell the column, in the reference and in the query, -1 to 1.

        Of a categorical column, the category that was told best in the reference counts.
        """
        if self.prediction is None:
            return 0.0, 0.0
        before, after = (
            np.diag(self._square(side.r)) for side in (self.reference_relation, self.query_relation)
        )
        best = int(np.argmax(before))
        return float(before[best]), float(after[best])


def _counts(codes: Vector, size: int) -> NDArray[np.int64]:
    return np.bincount(codes[~np.isnan(codes)].astype(np.int64), minlength=size)
