"""How much of a column its partners explain, and how much of that is lost between the tables.

What is learned on half of one table predicts its other half and the other table. Columns enter by
ranks, standardized within each table, so that an offset or another unit changes no relation.
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


def pooled_ranks(order: PooledOrder) -> Floats:
    """Mid-ranks among both tables, from -1 to 1, [features, rows]; anything where missing."""
    middle = order.before() + order.size / 2
    return order.to_rows((2 * middle / order.to_groups(order.present) - 1).astype(np.float32))


def stand_ins(ranks: Floats, codes: Floats, of_levels: NDArray[np.bool_]) -> StandIns:
    """Of one table, from its ranks and its encoded columns [features, rows]."""
    values = np.empty((len(ranks), STAND_INS, ranks.shape[1]), np.float32)
    values[:, 0] = ranks
    np.square(ranks, out=values[:, 1])
    if of_levels.any():
        values[of_levels] = codes[of_levels, None] == np.arange(STAND_INS)[:, None]
    missing = np.isnan(codes)
    present = np.maximum(codes.shape[1] - missing.sum(axis=1), 1).astype(np.float32)[:, None]
    has_missing = np.flatnonzero(missing.any(axis=1))
    holes = missing[has_missing, None].repeat(STAND_INS, axis=1)
    _fill(values, has_missing, holes)
    values -= (values.sum(axis=2) / present)[:, :, None]
    _fill(values, has_missing, holes)
    variance = np.einsum("ksn,ksn->ks", values, values) / present
    varies = variance > LEAST_VARIANCE
    values *= np.where(varies, 1 / np.sqrt(np.where(varies, variance, 1)), 0)[:, :, None]
    return StandIns(values, varies)


def _fill(values: Floats, columns: Indices, holes: NDArray[np.bool_]) -> None:
    if len(columns):
        values[columns] = np.where(holes, 0, values[columns])


def lost_explanation(
    reference: StandIns, query: StandIns, targets: Indices, partners: Indices
) -> NDArray[np.float64]:
    """The change of the explained variance of each target, 0 to 1, [targets].

    ``partners`` [targets, k] predict it; the target itself among them is none. NaN where there is
    no partner or are too few rows.
    """
    linked = partners != targets[:, None]
    rows = [table.values.shape[2] for table in (reference, query)]
    if min(rows) < ENOUGH_ROWS or not linked.any():
        return np.full(len(targets), np.nan)
    height = BATCH_CELLS // (STAND_INS * partners.shape[1] * max(rows))

    def of_batch(batch: slice) -> NDArray[np.float64]:
        return _of_batch(reference, query, targets[batch], partners[batch], linked[batch])

    found = np.concatenate(each(of_batch, slices(len(targets), height)))
    return np.where(linked.any(axis=1), found, np.nan)


def _of_batch(
    reference: StandIns,
    query: StandIns,
    targets: Indices,
    partners: Indices,
    linked: NDArray[np.bool_],
) -> NDArray[np.float64]:
    known, wanted = [], []
    for table in (reference, query):
        gathered = table.values[partners]
        gathered[~linked] = 0
        known.append(gathered.reshape(len(targets), STAND_INS * partners.shape[1], -1))
        wanted.append(table.values[targets])
    lost = [_lost(known[i], wanted[i], known[1 - i], wanted[1 - i]) for i in (0, 1)]
    comparable = (reference.varies & query.varies)[targets]
    return np.asarray(np.where(comparable, np.maximum(*lost), 0.0).max(axis=1))


def _lost(own: Floats, own_target: Floats, other: Floats, other_target: Floats) -> NDArray[np.float64]:
    """Of what a table's halves explain of each other, the part that is not so in the other table.

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
    explained = np.maximum(_mean(gains), 0) - np.maximum(_mean(others), 0)
    noise = gains.var(axis=2) / gains.shape[2] + others.var(axis=2) / others.shape[2]
    noise *= LARGEST_OF
    certain = explained > np.sqrt(noise)
    rest = explained - noise / np.where(certain, explained, 1)
    return np.where(certain, np.minimum(rest, 1), 0.0)


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
