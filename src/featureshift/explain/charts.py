"""Both distributions of a column, and a relation before and after, as few numbers to draw."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.columns import ColumnPair
from featureshift.explain.evidence import Chart, PairView, Points
from featureshift.tables import Kind

CELLS = 40
MOST_BARS = 12
MOST_POINTS = 300

Vector = NDArray[np.float64]


def chart(column: ColumnPair) -> Chart:
    """A histogram on common cells, or shares of the most frequent categories."""
    if column.categorical or column.kind is Kind.BOOLEAN:
        return _bars(column)
    edges = _edges(column)
    before, after = (_histogram(side, edges) for side in (column.before, column.after))
    return Chart(False, (), tuple(edges.tolist()), before, after, *column.missing)


def _edges(column: ColumnPair) -> Vector:
    """Cells over the middle 99 % of both tables; whatever lies beyond goes to the last cells.

    A column of few distinct, evenly spaced values has a cell for each.
    """
    pooled = np.concatenate([column.before, column.after])
    if len(pooled) == 0:
        return np.array([0.0, 1.0])
    values = np.unique(pooled)
    if len(values) <= CELLS:
        step = np.diff(values).min() if len(values) > 1 else 1.0
        count = round((values[-1] - values[0]) / step) + 1
        if count <= CELLS:
            return np.asarray(values[0] + step * (np.arange(count + 1) - 0.5))
    ends = [
        np.quantile(side, [0.005, 0.995]) for side in (column.before, column.after) if len(side)
    ]
    low, high = min(e[0] for e in ends), max(e[1] for e in ends)
    if low == high:
        low, high = values[0], values[-1]
    return np.linspace(low, high, CELLS + 1)


def _histogram(values: Vector, edges: Vector) -> tuple[float, ...]:
    if len(values) == 0:
        return (0.0,) * (len(edges) - 1)
    counts = np.histogram(np.clip(values, edges[0], edges[-1]), edges)[0]
    return tuple((counts / len(values)).tolist())


def _bars(column: ColumnPair) -> Chart:
    labels = column.labels or ("false", "true")
    size = len(labels)
    before, after = (
        np.bincount(side.astype(np.int64), minlength=size)[:size] / max(len(side), 1)
        for side in (column.before, column.after)
    )
    shown = np.sort(np.argsort(-(before + after), kind="stable")[:MOST_BARS])
    if len(shown) < size:
        rest = np.setdiff1d(np.arange(size), shown)
        names = (*(labels[k] for k in shown), f"{len(rest)} others")
        first, second = (np.append(side[shown], side[rest].sum()) for side in (before, after))
    else:
        names, first, second = labels, before, after
    return Chart(True, names, (), tuple(first.tolist()), tuple(second.tolist()), *column.missing)


def pair_view(column: ColumnPair, partner: ColumnPair) -> PairView:
    """A few rows of both columns, where both are present."""
    return PairView(
        partner.feature,
        _points(partner.reference, column.reference),
        _points(partner.query, column.query),
        partner.labels,
        column.labels,
    )


def _points(x: Vector, y: Vector) -> Points:
    both = np.flatnonzero(~np.isnan(x) & ~np.isnan(y))
    both = both[np.linspace(0, len(both) - 1, min(len(both), MOST_POINTS)).astype(int)]
    return Points(tuple(x[both].tolist()), tuple(y[both].tolist()))
