"""Where exactly a condition begins and ends: cells are coarse, kept rows are not."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.where.condition import Condition, roundest
from featureshift.explain.where.search import Found, Sums, scored, totals_of
from featureshift.explain.where.traces import Traces

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

EVERY_ORDER = np.ones((1, 1))


class _Rows(NamedTuple):
    values: Vector
    """What the condition is on [rows]."""
    traces: Matrix

    def where(self, chosen: NDArray[np.bool_]) -> _Rows:
        return _Rows(self.values[chosen], self.traces[chosen])

    @property
    def mirrored(self) -> _Rows:
        return _Rows(-self.values, self.traces)


class _End(NamedTuple):
    inside: float
    """The last value that meets the condition."""
    outside: float
    """The first one that does not."""
    score: float


def sharpened(found: Found, traces: Traces) -> Found:
    """The same condition with the ends that fit best among all kept rows."""
    family, condition = found.family, found.condition
    if family.kind == "levels":
        return found
    query = _Rows(family.values[1], traces.query)
    if family.kind == "order":
        return found._replace(condition=_stretch(condition, query, traces))
    reference = _Rows(family.values[0], traces.reference)
    if condition.op == "up to":
        end = _best_end(query, reference, traces)
        cut = roundest(end.inside, end.outside)
    else:
        end = _best_end(query.mirrored, reference.mirrored, traces)
        cut = roundest(-end.outside, -end.inside)
    return Found(family, Condition(condition.op, (cut,)), end.score)


def _stretch(condition: Condition, query: _Rows, traces: Traces) -> Condition:
    """Each end in turn, the other one held; twice, since they depend on each other."""
    first, last = condition.values
    for _ in range(2):
        if last < np.inf:
            end = _best_end(query.where(query.values >= first), None, traces)
            last = roundest(end.inside + 1, end.outside + 1)
        if first > 0:
            end = _best_end(query.where(query.values < last).mirrored, None, traces)
            first = roundest(-end.outside + 1, -end.inside + 1)
    return Condition(condition.op, (first, last))


def _best_end(query: _Rows, reference: _Rows | None, traces: Traces) -> _End:
    """Of the conditions "up to so much"; without a reference, its rows stand against all."""
    totals = totals_of(traces)
    query, inside = _running(query)
    before = totals[0]
    if reference is not None:
        reference, sums = _running(reference)
        count = np.searchsorted(reference.values, query.values, side="right")
        before = Sums(count.astype(np.float64), np.vstack([0 * sums.total[:1], sums.total])[count])
    order = EVERY_ORDER if reference is None else None
    scores = scored([before, inside], totals, traces.variance, ordered=order)
    steps = np.append(query.values[1:] > query.values[:-1], False)
    best = int(np.argmax(np.where(steps, scores, -np.inf)))
    nearby = query.values[best : best + 2]
    return _End(float(nearby[0]), float(nearby[-1]), float(scores[best]))


def _running(rows: _Rows) -> tuple[_Rows, Sums]:
    """In ascending order, with the sums up to each row; without missing values."""
    order = np.argsort(rows.values, kind="stable")
    order = order[: len(order) - int(np.isnan(rows.values).sum())]
    ascending = _Rows(rows.values[order], rows.traces[order])
    count = np.arange(1.0, len(order) + 1)
    return ascending, Sums(count, np.cumsum(ascending.traces, axis=0))
