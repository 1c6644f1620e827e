"""Fast-CMIM: conditional mutual information maximization on binary columns, lazily evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.cuts import Bits, count
from featureshift.methods.baselines._shared.filters import PERMUTATIONS
from featureshift.methods.baselines._shared.greedy import GreedyFilter, Order
from featureshift.methods.baselines._shared.information import table_information
from featureshift.methods.baselines._shared.null import LEVEL
from featureshift.tables import Progress

_BATCH = 32
"""Candidates brought up to date together: some for nothing, but in one vectorized step."""


class FastCMIM(GreedyFilter):
    """Conditional mutual information maximization: each column must add to every chosen one.

    A column is made binary at that of its ``bins - 1`` pooled quantiles which tells most about
    the source. The next column is the one with the largest ``min I(column; source | chosen)``
    over the columns chosen before; that number is its score, which falls along the order. The
    choice ends where relabeled rows give as much by chance.

    ``max_selected`` columns are chosen one by one; the others keep the
    upper bound known by then. A missing cell counts as its column's median.

    Parameters
    ----------
    bins
        Whose quantiles a column may be cut at.
    max_selected
        Columns chosen one by one; half of them, if None.
    permutations
        Random relabelings of the rows, which tell what scores arise by chance.
    level
        Chance that a table without a shift gets any flag.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> reference, query = rng.normal(size=(2, 500, 4))
    >>> query[:, 1] *= 3
    >>> FastCMIM().localize(reference, query).shifted_features
    ('x1',)
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="fast-cmim",
        summary="greedy: informative about the source given each chosen column",
        paper="Fleuret, JMLR 2004",
        finds_joint_shifts=False,
        needs_n_shifted=False,
        cost="medium: at most quadratic in columns",
        slow=True,
    )
    statistic: ClassVar[str] = "a conditional information (nats)"

    def __init__(
        self,
        *,
        bins: int = 16,
        max_selected: int | None = None,
        permutations: int = PERMUTATIONS,
        level: float = LEVEL,
    ) -> None:
        super().__init__(
            bins=bins, max_selected=max_selected, permutations=permutations, level=level
        )

    def _relevance(self, bits: Bits, source: Bits, rows: int) -> NDArray[np.float64]:
        return relevance(bits, source, rows)

    def _order(
        self, bits: Bits, source: Bits, rows: int, limit: int, progress: Progress | None
    ) -> Order:
        own = relevance(bits, source, rows)
        best = np.take_along_axis(bits, own.argmax(axis=1)[:, None, None], axis=1)[:, 0]
        columns = BinaryColumns.of(best, source, rows)
        return lazy_order(columns, own.max(axis=1), limit, progress)


@dataclass(frozen=True)
class BinaryColumns:
    """Binary columns and the source: what is counted once."""

    bits: Bits
    """[features, words]"""
    in_query: Bits
    ones: NDArray[np.int64]
    """[2, features]: in all rows, in those of the query."""
    rows: tuple[int, int]
    """All, and those of the query."""

    @classmethod
    def of(cls, bits: Bits, source: Bits, rows: int) -> Self:
        in_query = bits & source
        ones = np.stack([count(bits), count(in_query)])
        return cls(bits, in_query, ones, (rows, int(count(source))))

    def conditional(self, column: NDArray[np.intp], given: NDArray[np.intp]) -> NDArray[np.float64]:
        """I(column; source | given) of each pair of positions."""
        both = [count(bits[column] & self.bits[given]) for bits in (self.bits, self.in_query)]
        informed = np.zeros(len(column))
        for is_set in (True, False):
            all_rows, query_rows = (
                _split(self.ones[i, column], self.ones[i, given], both[i], self.rows[i], is_set)
                for i in (0, 1)
            )
            tables = np.stack([all_rows - query_rows, query_rows], axis=-1)
            informed += table_information(tables) * tables.sum(axis=(-2, -1))
        return informed / self.rows[0]


def _split(
    ones: NDArray[np.int64], given: NDArray[np.int64], both: NDArray[np.int64], n: int, is_set: bool
) -> NDArray[np.int64]:
    """Rows with the column set and not [pairs, 2], among those where the other is (not) set."""
    if is_set:
        return np.stack([both, given - both], axis=-1)
    return np.stack([ones - both, n - ones - given + both], axis=-1)


def relevance(bits: Bits, source: Bits, rows: int) -> NDArray[np.float64]:
    """I(column above cut; source) [features, cuts]."""
    ones, in_query, query = count(bits), count(bits & source), int(count(source))
    reference = np.stack([ones - in_query, rows - query - ones + in_query], axis=-1)
    return table_information(
        np.stack([reference, np.stack([in_query, query - in_query], axis=-1)], axis=-1)
    )


def lazy_order(
    columns: BinaryColumns,
    relevance: NDArray[np.float64],
    limit: int,
    progress: Progress | None = None,
) -> Order:
    """All columns, the first ``limit`` chosen one by one, and the value of each at its choice.

    A value can only fall as more is chosen. So the last known one is an upper bound, and only
    columns whose bound reaches the best value of the round are brought up to date.
    """
    bound, seen = relevance.copy(), np.zeros(len(relevance), np.intp)
    left = np.ones(len(relevance), bool)
    order: list[int] = []
    for step in range(min(limit, len(relevance))):
        candidates = np.flatnonzero(left)
        candidates = candidates[np.argsort(-bound[candidates], kind="stable")]
        best = -np.inf
        for start in range(0, len(candidates), _BATCH):
            batch = candidates[start : start + _BATCH]
            if bound[batch[0]] < best:
                break
            _bring_up_to_date(columns, bound, seen, batch, order)
            best = max(best, float(bound[batch].max()))
        fresh = left & (seen == step) & (bound == best)
        order.append(int(np.flatnonzero(fresh)[0]))
        left[order[-1]] = False
        if progress is not None:
            progress((step + 1) / limit)
    rest = np.flatnonzero(left)
    ranked = np.array([*order, *rest[np.argsort(-bound[rest], kind="stable")]], np.intp)
    return Order(ranked, bound[ranked])


def _bring_up_to_date(
    columns: BinaryColumns,
    bound: NDArray[np.float64],
    seen: NDArray[np.intp],
    batch: NDArray[np.intp],
    order: list[int],
) -> None:
    """Lower the bounds of a batch by the columns chosen since each was looked at last."""
    pending = len(order) - seen[batch]
    column = np.repeat(batch, pending)
    if len(column) == 0:
        return
    starts = np.repeat(np.cumsum(pending) - pending, pending)
    position = np.arange(len(column)) - starts + np.repeat(seen[batch], pending)
    given = np.array(order, np.intp)[position]
    np.minimum.at(bound, column, columns.conditional(column, given))
    seen[batch] = len(order)
