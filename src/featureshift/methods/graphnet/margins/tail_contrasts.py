"""Contrasts of the tails: whether one table reaches farther out than the other's tail promises.

Two cells in a thousand that are ten times too large move no distribution function. What tells is
how far out they are. Distances from the median of both tables together are continued by a power law
(Hill 1975); then the farthest values of two samples have a ratio of known distribution: to the
power of one over the weight of the tail, it is Fisher's F. How many of the farthest values are of
one table tells, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channel import Channel
from featureshift.methods.graphnet.margins.calibration import one_sided, signed_log
from featureshift.methods.graphnet.margins.pooled_order import PooledOrder

Floats = NDArray[np.float64]
Ranks = NDArray[np.int64]
Counts = NDArray[np.integer[Any]]
TAIL_SHARE = 20
"""One value in so many makes a tail."""
MOST, LEAST = 64, 3
"""Values of a tail: no more are needed, and fewer say nothing about its weight."""
POWERS = 17
"""Powers of two among the ranks of a tail: one value in twenty of two million rows."""
FEW_ROWS_TAIL = 5
"""Values of the tail of a short table."""
RANKS = np.array([[1, 2, 4, 8, 16]])
"""Of the values that are compared with the other table's farthest one."""
COUNTED = np.array([[8, 16, 32, 64]])
"""Farthest values of both tables of which those of one table are counted."""
DOUBT = 1.0
"""Standard errors by which a tail is taken for heavier than it seems."""
FARTHEST = 1e150
"""Distances beyond it, infinite ones too, are this."""
MOST_LOG_ODDS = 60.0


def _both_ways(name: str) -> tuple[Channel, Channel]:
    """Of the query's values, and of the reference's."""
    new, gone = f"{name}_new", f"{name}_gone"
    return (
        Channel(new, "support", swaps_with=gone, null="maximum"),
        Channel(gone, "support", swaps_with=new, null="maximum"),
    )


TAIL_CHANNELS = (
    *_both_ways("tail"),
    *_both_ways("tail_more"),
    *_both_ways("beyond"),
    Channel("upper_reach", "support", signed=True),
    Channel("lower_reach", "support", signed=True),
)


class _Table(NamedTuple):
    """The values of one table, or of both, in a pooled order; ranks count from below, from 1."""

    order: PooledOrder
    running: Counts
    """Up to and with each group; those of earlier columns, and maybe more, included."""
    before: Ranks
    """What is included, [features, 1]."""
    n: Ranks
    """Values of each column, [features, 1]."""

    def without(self, other: _Table) -> _Table:
        """The values that the other one has not."""
        running = self.running - other.running
        return _Table(self.order, running, self.before - other.before, self.n - other.n)

    def group(self, rank: Ranks) -> NDArray[np.intp]:
        """That of the value of each rank [features, k]; any one where there is none."""
        found = np.searchsorted(self.running, self.before + rank, side="left")
        return np.minimum(found, len(self.running) - 1)

    def value(self, rank: Ranks) -> Floats:
        return self.order.values_of(self.group(rank)).astype(np.float64)

    def below(self, group: NDArray[np.intp]) -> Ranks:
        """Values of each column in groups before the given ones [features, k]."""
        earlier = self.running[np.maximum(group - 1, 0)] - self.before
        return np.where(group > self.order.first[:, None], earlier, 0)

    def above(self, group: NDArray[np.intp]) -> Ranks:
        """Values of each column in groups after the given ones [features, k]."""
        return np.asarray(self.n + self.before - self.running[group])


class _Tail(NamedTuple):
    """One end of one table's columns; ranks count from the farthest value."""

    table: _Table
    median: Floats
    """Of both tables together, [features, 1]."""
    upper: bool
    length: Ranks
    """Values that make the tail, [features, 1]; 0 where there are none beyond the median."""

    def distance(self, rank: Ranks) -> Floats:
        """Of the values of some ranks [features, k] from the median."""
        if self.upper:
            found = self.table.value(self.table.n - rank + 1) - self.median
        else:
            found = self.median - self.table.value(rank)
        return np.clip(found, 0, FARTHEST)

    @property
    def start(self) -> Ranks:
        """The rank where the tail begins."""
        return np.maximum(self.length, 1)

    def weights(self) -> tuple[Floats, Floats]:
        """By the inner half of the tail, which outliers do not reach, and by the whole.

        The whole is Hill's estimate, by ranks that are powers of two and stand for those near them.
        """
        half = (self.start + 1) // 2
        ranks = np.minimum(2 ** np.arange(POWERS)[None], self.start)
        logs = np.log(self.distance(np.concatenate([self.start, half, ranks], axis=1)))
        rise = logs[:, 2:] - logs[:, :1]
        held = np.where(ranks == 2 ** np.arange(POWERS), ranks, 0)
        whole = (held * rise).sum(axis=1, keepdims=True) / held.sum(axis=1, keepdims=True)
        inner = (logs[:, 1:2] - logs[:, :1]) / np.log(self.start / half)
        return np.where(half < self.start, inner, 0), whole

    def values(self) -> Ranks:
        """Different values of both tables in the tail: few of them where they lie on a grid."""
        ends = np.concatenate([np.ones_like(self.start), self.start], axis=1)
        if self.upper:
            ends = self.table.n - ends + 1
        return np.abs(np.diff(self.table.group(ends), axis=1)) + 1


def tail_contrasts(order: PooledOrder) -> Iterator[tuple[str, Floats]]:
    """Names and values [features]."""
    both = _table(order, order.starts + order.size, order.size, order.counted)
    query = _table(order, order.running_query, order.query, order.counted_query)
    tables = both.without(query), query
    middle = both.group((both.n + 1) // 2)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        ends = [_tails(tables, middle, upper) for upper in (True, False)]
        weights = [_weight(*tails) for tails in ends]
        both_ways = (("new", 1, 0), ("gone", 0, 1))
        for name, own, other in both_ways:
            farther = [
                _farther(tails[own], tails[other], weight)
                for tails, weight in zip(ends, weights, strict=True)
            ]
            yield f"tail_{name}", one_sided(np.maximum(*farther))
        for name, own, _ in both_ways:
            more = [_more(both, tables[own], upper) for upper in (True, False)]
            yield f"tail_more_{name}", one_sided(np.maximum(*more))
        for name, own, other in both_ways:
            yield f"beyond_{name}", one_sided(_beyond(tables[other], tables[own]))
        for name, tails in zip(("upper_reach", "lower_reach"), ends, strict=True):
            yield name, signed_log(_reach(*tails))


def _table(order: PooledOrder, running: Counts, counts: Counts, n: NDArray[np.float64]) -> _Table:
    """Of values up to and with each group, in each group, and in each column."""
    before = (running[order.first] - counts[order.first]).astype(np.int64)
    return _Table(order, running, before[:, None], n.astype(np.int64)[:, None])


def _tails(
    tables: tuple[_Table, _Table], middle: NDArray[np.intp], upper: bool
) -> tuple[_Tail, _Tail]:
    """The same share of both tables, or half of what is beyond the median where that is little."""
    of_tables = [np.clip(table.n // TAIL_SHARE, FEW_ROWS_TAIL, MOST) / table.n for table in tables]
    share = np.nan_to_num(np.minimum(np.maximum(*of_tables), 1))
    median = tables[0].order.values_of(middle).astype(np.float64)

    def tail(table: _Table) -> _Tail:
        held = table.above(middle) if upper else table.below(middle)
        length = np.minimum(np.rint(share * table.n).astype(np.int64), held // 2)
        return _Tail(table, median, upper, length)

    return tail(tables[0]), tail(tables[1])


def _weight(tail: _Tail, other: _Tail) -> Floats:
    """Of both tails, on the heavy side, [features, 1]; infinite where too few values tell.

    Outliers of one table do not make it heavier, those of both do.
    """
    (own_inner, own_whole), (other_inner, other_whole) = tail.weights(), other.weights()
    length = tail.length + other.length
    inner = (tail.length * own_inner + other.length * other_inner) / np.maximum(length, 1)
    found = np.maximum(inner, np.minimum(own_whole, other_whole))
    found *= 1 + DOUBT / np.sqrt(np.maximum(length, 1))
    found += 1 / (1 + np.minimum(tail.values(), other.values()))
    known = (length >= LEAST) & (tail.length > 0) & (other.length > 0)
    return np.where(known, found, np.inf)


def _farther(tail: _Tail, other: _Tail, weight: Floats) -> Floats:
    """How much farther out a table's values are than any of the other's, as a normal score."""
    from scipy.special import fdtrc, ndtri

    farthest = other.distance(np.ones_like(other.start))
    log_ratio = np.log(tail.distance(RANKS)) - np.log(farthest)
    log_odds = log_ratio / weight + np.log(RANKS * other.table.n / tail.table.n)
    odds = np.exp(np.clip(log_odds, -MOST_LOG_ODDS, MOST_LOG_ODDS))
    chance = np.maximum(fdtrc(2.0, 2.0 * RANKS, odds), 1e-300)
    told = (log_ratio > 0) & (tail.start >= RANKS) & np.isfinite(weight)
    return np.asarray(np.where(told, -ndtri(chance), -np.inf).max(axis=1))


def _more(both: _Table, own: _Table, upper: bool) -> Floats:
    """How many more of the farthest values of both tables are a table's own, as a normal score."""
    share = own.n / np.maximum(both.n, 1)
    rank = np.minimum(COUNTED, np.maximum(both.n, 1))
    group = both.group(both.n - rank + 1 if upper else rank)
    found, of_both = (
        table.n - (table.below(group) if upper else table.above(group)) for table in (own, both)
    )
    spread = np.sqrt(np.maximum(of_both * share * (1 - share), 0.25))
    is_tail = (both.n > 0) & (of_both * TAIL_SHARE < both.n + COUNTED[0, 0] * TAIL_SHARE)
    scores = (found - 0.5 - of_both * share) / spread
    return np.asarray(np.where(is_tail, scores, -np.inf).max(axis=1))


def _reach(own: _Tail, query: _Tail) -> Floats:
    """Logarithm of the farthest distance in the query over that in the reference."""
    first = np.ones_like(own.start)
    found = np.log(query.distance(first)) - np.log(own.distance(first))
    known = np.isfinite(found) & (own.length > 0) & (query.length > 0)
    return np.where(known, found, 0)[:, 0]


def _beyond(own: _Table, other: _Table) -> Floats:
    """Values of the other table beyond the range of the own one, at either end, as a score.

    That the last k values of both tables are all of one has the probability q^k by chance.
    """
    from scipy.special import ndtri_exp

    lowest, highest = own.group(np.ones_like(own.n)), own.group(own.n)
    most = np.maximum(other.below(lowest), other.above(highest))
    share = np.clip(other.n / np.maximum(own.n + other.n, 1), 1e-9, 1 - 1e-9)
    score = -ndtri_exp(most * np.log(share))
    return np.where((own.n > 0) & (most > 0), score, -np.inf)[:, 0]
