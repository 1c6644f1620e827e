"""Calibrated contrasts: what changed in each column by itself, on a scale that knows n.

Beside them come the normal scores of the pooled ranks, which the relations are computed from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each
from featureshift.methods.graphnet.margins.cheapest_order import cheapest_order
from featureshift.methods.graphnet.margins.distribution_contrasts import (
    DISTRIBUTION_CHANNELS,
    distribution_contrasts,
)
from featureshift.methods.graphnet.margins.moment_contrasts import (
    MOMENT_CHANNELS,
    Moments,
    missing_contrasts,
    moment_contrasts,
    moments,
    moments_of_groups,
)
from featureshift.methods.graphnet.margins.normal_scores import normal_scores
from featureshift.methods.graphnet.margins.panels import columns_of, panels
from featureshift.methods.graphnet.margins.pooled_order import Columns, PooledOrder
from featureshift.methods.graphnet.margins.tail_contrasts import TAIL_CHANNELS, tail_contrasts
from featureshift.methods.graphnet.margins.value_contrasts import VALUE_CHANNELS, value_contrasts
from featureshift.tables.pair import Rows

CELLS_PER_GROUP = 4
"""On average: with more, moments are cheaper from groups than from cells."""
CHANNELS = (*DISTRIBUTION_CHANNELS, *VALUE_CHANNELS, *MOMENT_CHANNELS, *TAIL_CHANNELS)


class Contrasts(NamedTuple):
    values: NDArray[np.float32]
    """[features, CHANNELS]"""
    scores: NDArray[np.float32]
    """Normal scores of the pooled ranks, [features, rows]: reference first; 0 where missing."""


def contrasts(reference: Rows, query: Rows) -> Contrasts:
    """Compare two tables [rows, features] column by column; NaN where a value is missing.

    >>> reference, query = np.zeros((9, 1), np.float32), np.ones((9, 1), np.float32)
    >>> found = contrasts(reference, query)
    >>> found.values.shape, found.scores.shape
    ((1, 52), (1, 18))
    """
    n_features, n_rows = reference.shape[1], len(reference) + len(query)
    scores = np.empty((n_features, n_rows), np.float32)

    def of_panel(panel: slice) -> NDArray[np.float32]:
        columns = columns_of(reference[:, panel], query[:, panel])
        return _of_columns(columns, len(reference), scores[panel])

    return Contrasts(np.concatenate(each(of_panel, panels(n_features, n_rows))), scores)


def _of_columns(columns: Columns, cut: int, scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values [features, CHANNELS]; writes the scores."""
    which, order = cheapest_order(columns, cut)
    of_groups = normal_scores(order)
    scores[which] = own = order.to_rows(of_groups)
    named = dict(_of_order(order, cut, of_groups, own))
    values = np.empty((len(columns), len(CHANNELS)), np.float32)
    values[which] = np.stack([named[channel.name] for channel in CHANNELS], axis=1)
    return values


def _of_order(
    order: PooledOrder,
    cut: int,
    of_groups: NDArray[np.float32],
    scores: NDArray[np.float32],
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    yield from distribution_contrasts(order)
    yield from value_contrasts(order)
    yield from tail_contrasts(order)
    if len(order.starts) * CELLS_PER_GROUP < scores.size:
        yield from moment_contrasts("value", *moments_of_groups(order, order.values()))
        yield from moment_contrasts("rank", *moments_of_groups(order, of_groups))
    else:
        present = None if order.is_complete else ~np.isnan(order.columns)
        yield from moment_contrasts("value", *_of_both_sides(order.columns, present, cut))
        yield from moment_contrasts("rank", *_of_both_sides(scores, present, cut))
    n_reference, n_query = cut, scores.shape[1] - cut
    in_reference, in_query = order.counted - order.counted_query, order.counted_query
    missing = 1 - in_reference / n_reference, 1 - in_query / n_query
    yield from missing_contrasts(*missing, n_reference, n_query)


def _of_both_sides(
    cells: Columns, present: NDArray[np.bool_] | None, cut: int
) -> tuple[Moments, Moments]:
    own, other = (
        moments(cells[:, side], None if present is None else present[:, side])
        for side in (slice(cut), slice(cut, None))
    )
    return own, other
