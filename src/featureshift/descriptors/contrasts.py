"""Calibrated contrasts: what changed in each column by itself, on a scale that knows n.

Beside them come the normal scores of the pooled ranks, which the relations are computed from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.descriptors.distribution_contrasts import distribution_contrasts
from featureshift.descriptors.functional import Block
from featureshift.descriptors.moment_contrasts import (
    Moments,
    missing_contrasts,
    moment_contrasts,
    moments,
)
from featureshift.descriptors.pooled_order import PooledOrder, pooled_order
from featureshift.descriptors.value_contrasts import value_contrasts

PANEL_CELLS = 1 << 17
"""Cells at a time: their sort keys take 1 MB and stay in the cache."""


class Contrasts(NamedTuple):
    names: tuple[str, ...]
    values: NDArray[np.float32]
    """[features, contrasts]"""
    scores: NDArray[np.float32]
    """Normal scores of the pooled ranks, [features, rows]: reference first; 0 where missing."""


def contrasts(reference: Block, query: Block) -> Contrasts:
    """Compare two tables [rows, features] column by column; NaN where a value is missing."""
    n_features = reference.shape[1]
    n_rows = len(reference) + len(query)
    width = max(1, PANEL_CELLS // n_rows)
    scores = np.empty((n_features, n_rows), np.float32)
    parts = []
    names: tuple[str, ...] = ()
    for first in range(0, n_features, width):
        panel = slice(first, first + width)
        named = dict(_of_panel(reference[:, panel], query[:, panel], scores[panel]))
        names = tuple(named)
        parts.append(np.stack(list(named.values()), axis=1).astype(np.float32))
    return Contrasts(names, np.concatenate(parts), scores)


def _of_panel(
    reference: Block, query: Block, scores: NDArray[np.float32]
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Contrasts of some columns; writes their scores."""
    order = pooled_order(reference, query)
    scores[:] = normal_scores(order)
    yield from distribution_contrasts(order)
    yield from value_contrasts(order)
    sides = [np.ascontiguousarray(side.T, np.float32) for side in (reference, query)]
    present = [~np.isnan(side) for side in sides]
    masks = [None if mask.all() else mask for mask in present]
    yield from moment_contrasts("value", *_both(sides, masks))
    cut = len(reference)
    yield from moment_contrasts("rank", *_both([scores[:, :cut], scores[:, cut:]], masks))
    missing = [1 - mask.mean(axis=1) for mask in present]
    yield from missing_contrasts(missing[0], missing[1], len(reference), len(query))


def _both(
    sides: list[NDArray[np.float32]], masks: list[NDArray[np.bool_] | None]
) -> tuple[Moments, Moments]:
    return moments(sides[0], masks[0]), moments(sides[1], masks[1])


def normal_scores(order: PooledOrder) -> NDArray[np.float32]:
    """The normal score of each value's pooled mid-rank, [features, rows]; 0 where missing."""
    from scipy.special import ndtri

    present = order.present[order.column]
    middle = (order.before + order.size / 2) / present
    scores = np.where(order.size > 0, ndtri(np.clip(middle, 0.5 / present, 1 - 0.5 / present)), 0)
    return order.to_rows(scores.astype(np.float32))
