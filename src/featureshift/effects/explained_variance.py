"""How much of a column its partners explain, and how much of that is lost between the tables.

What is learned on half of one table predicts its other half and the other table. Columns enter by
their ranks within each table, so that a change of values alone is no change of a relation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices
from featureshift.methods.graphnet.margins.pooled_order import PooledOrder

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]

STAND_INS = 2
"""Of a column: the rank and its square, or the two most frequent levels."""
LARGEST_OF = 2
"""Directions, of which the larger loss counts: chance makes it so many times as varied."""
ENOUGH_ROWS = 40
"""Of either table."""
BATCH_CELLS = 1 << 19
"""Regressors x rows that are gathered at once."""
LEAST_VARIANCE = 1e-6
"""Of a stand-in; one that varies less is constant."""


class StandIns(NamedTuple):
    """What stands for the columns of one table where they predict each other."""

    values: Floats
    """Mean 0 and variance 1, missing cells 0, [features, STAND_INS, rows]."""
    varies: NDArray[np.bool_]
    """[features, STAND_INS]"""


class Explained(NamedTuple):
    """Of the variance of each target, from 0 to 1; NaN where nothing can be said, [targets]."""

    lost: NDArray[np.float64]
    """The share that is explained in one of the tables and not in the other."""
    share: NDArray[np.float64]
    """The share that is explained in either table by what was learned there."""


def ranks(order: PooledOrder, cut: int) -> tuple[Floats, Floats]:
    """Mid-ranks within reference and query, from -1 to 1, [features, rows] each.

    Anything where a value is missing.
    """
    reference = _mid_ranks(order, (order.size - order.query).astype(np.int32))
    return reference[:, :cut], _mid_ranks(order, order.query)[:, cut:]


def _mid_ranks(order: PooledOrder, counts: NDArray[np.int32]) -> Floats:
    """Of all rows among those of one table, which are counted in each group."""
    running = np.cumsum(counts, dtype=np.int32)
    earlier = running[order.first] - counts[order.first]
    total = np.maximum(np.add.reduceat(counts, order.first), 1)
    twice = 2 * running - counts
    twice -= order.to_groups(2 * earlier)
    factor = order.to_groups((1 / total).astype(np.float32))
    return order.to_rows(twice * factor - np.float32(1))


def stand_ins(ranks: Floats, codes: Floats, of_levels: NDArray[np.bool_]) -> StandIns:
    """Of one table, from its ranks and its encoded columns [features, rows]."""
    present = ~np.isnan(codes)
    values = np.empty((len(ranks), STAND_INS, ranks.shape[1]), np.float32)
    varies = np.empty((len(ranks), STAND_INS), np.bool_)
    for place in range(STAND_INS):
        own = np.square(values[:, 0]) if place else ranks.copy()
        own[of_levels] = codes[of_levels] == place
        values[:, place], varies[:, place] = _standardized(own, present)
    return StandIns(values, varies)


def _standardized(columns: Floats, present: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """Mean 0 and variance 1 where present, 0 elsewhere; and which columns vary."""
    n = np.maximum(present.sum(axis=1), 1).astype(np.float32)
    whole = present.all()
    if not whole:
        columns *= present
    columns -= (columns.sum(axis=1) / n)[:, None]
    if not whole:
        columns *= present
    variance = np.einsum("kn,kn->k", columns, columns) / n
    varies = variance > LEAST_VARIANCE
    columns *= np.where(varies, 1 / np.sqrt(np.where(varies, variance, 1)), 0)[:, None]
    return columns, varies


def lost_explanation(
    reference: StandIns, query: StandIns, targets: Indices, partners: Indices
) -> Explained:
    """How much of each target its ``partners`` [targets, k] explain, and how much of it is lost.

    The target itself is no partner. Without any, or with too few rows, nothing can be said.
    """
    linked = partners != targets[:, None]
    rows = [table.values.shape[2] for table in (reference, query)]
    if min(rows) < ENOUGH_ROWS or not linked.any():
        nothing = np.full(len(targets), np.nan)
        return Explained(nothing, nothing)
    height = BATCH_CELLS // (STAND_INS * partners.shape[1] * max(rows))

    def of_batch(batch: slice) -> Explained:
        return _of_batch(reference, query, targets[batch], partners[batch], linked[batch])

    parts = zip(*each(of_batch, slices(len(targets), height)), strict=True)
    known = linked.any(axis=1)
    return Explained(*(np.where(known, np.concatenate(arrays), np.nan) for arrays in parts))


def _of_batch(
    reference: StandIns,
    query: StandIns,
    targets: Indices,
    partners: Indices,
    linked: NDArray[np.bool_],
) -> Explained:
    known, wanted = [], []
    for table in (reference, query):
        gathered = table.values[partners]
        gathered[~linked] = 0
        known.append(gathered.reshape(len(targets), STAND_INS * partners.shape[1], -1))
        wanted.append(table.values[targets])
    ways = [_one_way(known[i], wanted[i], known[1 - i], wanted[1 - i]) for i in (0, 1)]
    comparable = (reference.varies & query.varies)[targets]
    best = (np.where(comparable, np.maximum(*either), 0.0) for either in zip(*ways, strict=True))
    return Explained(*(each_one.max(axis=1) for each_one in best))


def _one_way(own: Floats, own_target: Floats, other: Floats, other_target: Floats) -> Explained:
    """What a table's halves explain of each other, and the part that is not so in the other table.

    Regressors [targets, m, rows], targets [targets, STAND_INS, rows]; [targets, STAND_INS].
    """
    half = own.shape[2] // 2
    sides = slice(half), slice(half, None)
    gains = np.empty_like(own_target)
    others = np.zeros_like(other_target)
    for learn, test in (sides, sides[::-1]):
        model = _fit(own[:, :, learn], own_target[:, :, learn])
        gains[:, :, test] = _gain(model, own[:, :, test], own_target[:, :, test])
        others += _gain(model, other, other_target) / 2
    share = np.clip(_mean(gains), 0, 1)
    lost = share - np.clip(_mean(others), 0, 1)
    noise = gains.var(axis=2) / gains.shape[2] + others.var(axis=2) / others.shape[2]
    noise *= LARGEST_OF
    certain = lost > np.sqrt(noise)
    lost = np.where(certain, lost - noise / np.where(certain, lost, 1), 0.0)
    return Explained(lost, share)


def _fit(known: Floats, wanted: Floats) -> Floats:
    """Ridge regression; coefficients [targets, STAND_INS, m]."""
    m, n = known.shape[1:]
    turned = known.transpose(0, 2, 1)
    gram = (known @ turned / np.float32(n)).astype(np.float64)
    gram += m / n * np.eye(m)
    moments = (known @ wanted.transpose(0, 2, 1) / np.float32(n)).astype(np.float64)
    return np.asarray(np.linalg.solve(gram, moments).transpose(0, 2, 1), np.float32)


def _gain(model: Floats, known: Floats, wanted: Floats) -> Floats:
    """What a prediction takes off the squared distance from the mean, row by row."""
    told = model @ known
    return np.asarray((2 * wanted - told) * told)


def _mean(gains: Floats) -> NDArray[np.float64]:
    return np.asarray(gains.mean(axis=2, dtype=np.float64))
