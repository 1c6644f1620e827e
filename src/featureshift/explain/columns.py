"""One column in both tables, as the kept rows show it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from featureshift.tables import Kind
from featureshift.tables.kept import KeptRows, KeptSide

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

LEVELS = 6
"""Categories that stand for a column in its relations, the most frequent ones."""
OVERLAP = 0.05
"""Share of the query within the range of the reference: less is no choice of its rows."""
FAR = 3.0
"""Spreads from the median beyond which a value is no farther away: one -999 must not rule all."""


@dataclass(frozen=True, eq=False)
class ColumnPair:
    """Values [rows], NaN where missing; a category is its position among the labels."""

    feature: str
    kind: Kind
    """As compared."""
    own_kinds: tuple[Kind, Kind]
    """In the reference and in the query."""
    labels: tuple[str, ...]
    reference: Vector
    query: Vector
    missing: tuple[float, float]
    """Share of missing cells in the whole tables."""
    ranges: tuple[tuple[float, float], tuple[float, float]]
    """Smallest and largest value of the whole reference and of the whole query."""
    ordered: Vector
    """Rows of the query whose neighbors are there too, in the order of the table [rows]."""
    positions: NDArray[np.int64]
    """Where these stood in the table [rows]."""
    places: NDArray[np.int64]
    """Where the rows of the query stood in the table [rows]."""

    def restricted(
        self,
        reference: NDArray[np.bool_],
        query: NDArray[np.bool_],
        ordered: NDArray[np.bool_],
    ) -> ColumnPair:
        """Some rows of each table; shares of missing cells are theirs, ranges the whole tables'."""
        first, second = self.reference[reference], self.query[query]
        missing = tuple(
            float(np.isnan(side).mean()) if len(side) else 0.0 for side in (first, second)
        )
        return replace(
            self,
            reference=first,
            query=second,
            missing=(missing[0], missing[1]),
            ordered=self.ordered[ordered],
            positions=self.positions[ordered],
            places=self.places[query],
        )

    def with_order(self, rows: NDArray[np.intp], places: NDArray[np.int64]) -> ColumnPair:
        """Other rows of the query as those in order, by number, and where each of them stood."""
        return replace(self, ordered=self.query[rows], positions=places)

    @property
    def categorical(self) -> bool:
        return self.kind is Kind.CATEGORICAL

    @property
    def dated(self) -> bool:
        return self.kind is Kind.DATETIME

    @cached_property
    def two_values(self) -> tuple[float, float] | None:
        """The values of a column of numbers that has exactly two, the same in both tables."""
        values = np.unique(self.before)
        if (
            self.categorical
            or len(values) != 2
            or not np.array_equal(values, np.unique(self.after))
        ):
            return None
        return float(values[0]), float(values[1])

    @property
    def sides(self) -> tuple[Vector, Vector]:
        return self.reference, self.query

    @cached_property
    def before(self) -> Vector:
        """Present values of the reference, ascending."""
        return np.sort(self.reference[~np.isnan(self.reference)])

    @cached_property
    def after(self) -> Vector:
        """Present values of the query, ascending."""
        return np.sort(self.query[~np.isnan(self.query)])

    @cached_property
    def spread(self) -> float:
        """A typical distance of reference values: half the way from the 5th to the 95th percent.

        Falls back to the whole range where most values are equal, and to 1 for a constant.
        """
        if len(self.before) == 0:
            return 1.0
        low, high = np.quantile(self.before, [0.05, 0.95])
        return float((high - low) / 2 or (self.before[-1] - self.before[0]) / 2 or 1.0)

    @cached_property
    def overlap(self) -> float:
        """Share of the query's values within the range of the reference; of categories, 1."""
        if self.categorical or min(len(self.before), len(self.after)) == 0:
            return 1.0
        low, high = self.ranges[0]
        return float(((self.after >= low) & (self.after <= high)).mean())

    @cached_property
    def resolution(self) -> float:
        """Values closer than this are the same: twice 1.27 need not be 2.54 to the last bit."""
        if len(self.after) == 0:
            return 0.0
        low, high = np.quantile(self.after, [0.05, 0.95])
        return 1e-7 * float((high - low) or abs(high) or 1.0)

    def stand_ins(self, values: Vector) -> Matrix:
        """Ranks, or indicators of frequent categories [rows, 1 or more]; NaN where missing."""
        if not self.categorical:
            return ranks(values)[:, None]
        levels = np.arange(max(min(len(self.labels) - 1, LEVELS), 1))
        return np.where(np.isnan(values)[:, None], np.nan, values[:, None] == levels)

    @cached_property
    def standing(self) -> tuple[Matrix, Matrix]:
        """Stand-ins of reference and query."""
        return self.stand_ins(self.reference), self.stand_ins(self.query)

    @cached_property
    def clues(self) -> tuple[Matrix, Matrix, Matrix]:
        """Functions of the column from which others are predicted, fixed by the reference.

        Of reference, query and the query's ordered rows; a missing cell says nothing: 0.
        """
        return self._clues(self.reference), self._clues(self.query), self._clues(self.ordered)

    def placed(self, values: Vector) -> Vector:
        """Ranks that the values would have among those of the reference."""
        order = np.argsort(values)  # a search for sorted values is much faster
        low = np.searchsorted(self.before, values[order], side="left")
        high = np.searchsorted(self.before, values[order], side="right")
        placed = np.empty(len(values))
        placed[order] = (low + high) / (2 * max(len(self.before), 1)) - 0.5
        return placed

    def _clues(self, values: Vector) -> Matrix:
        if self.categorical:
            return np.asarray(values[:, None] == np.arange(LEVELS), np.float64)
        u = self.standing[0][:, 0] if values is self.reference else self.placed(values)
        middle = np.median(self.before) if len(self.before) else 0.0
        plain = np.clip((values - middle) / self.spread, -FAR, FAR)
        clues = np.column_stack([u, u * u - 1 / 12, plain])
        return np.where(np.isnan(values)[:, None], 0.0, clues)


def column_pairs(kept: KeptRows) -> dict[str, ColumnPair]:
    """Each kept column by name."""
    own, other = kept.reference, kept.query
    return {
        feature: ColumnPair(
            feature=feature,
            kind=kept.kinds[j],
            own_kinds=(own.kinds[j], other.kinds[j]),
            labels=kept.labels[j],
            reference=own.rows[:, j],
            query=other.rows[:, j],
            missing=(float(own.missing[j]), float(other.missing[j])),
            ranges=_ranges(own, other, j),
            ordered=other.ordered[:, j],
            positions=other.positions,
            places=other.places,
        )
        for j, feature in enumerate(kept.features)
    }


def _ranges(
    own: KeptSide, other: KeptSide, j: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    return (float(own.low[j]), float(own.high[j])), (float(other.low[j]), float(other.high[j]))


def ranks(values: Vector) -> Vector:
    """Position of each value among its own, from -0.5 to 0.5, ties in the middle; NaN stays.

    >>> ranks(np.array([5.0, 7.0, 5.0, np.nan])).round(2).tolist()
    [-0.17, 0.33, -0.17, nan]
    """
    order = np.argsort(values)
    present = len(values) - int(np.isnan(values).sum())
    result = np.full(len(values), np.nan)
    if present == 0:
        return result
    ordered = values[order[:present]]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    sizes = np.diff(np.append(starts, present))
    result[order[:present]] = np.repeat((starts + sizes / 2) / present - 0.5, sizes)
    return result
