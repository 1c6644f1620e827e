"""How two distribution functions differ, read at tie-resolved quantiles of the pooled values.

At every quantile the difference of both distribution functions is taken at the end of the group of
equal values that it falls into, so the same code serves continuous, discrete and binary columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.graphnet.channel import Channel
from featureshift.methods.graphnet.margins.calibration import (
    certainty,
    chi_square_score,
    one_sided,
    signed_log,
)
from featureshift.methods.graphnet.margins.pooled_order import PooledOrder, beginnings

FINE, COARSE = 64, 16
"""Quantile cells for the tests, and those whose own scores the network sees."""
KS_MEDIAN = 0.87
"""Of the Kolmogorov-Smirnov statistic times the root of n, when nothing is shifted."""
DISTRIBUTION_CHANNELS = (
    Channel("ks", "margin"),
    Channel("ks_effect", "margin"),
    Channel("cramer_von_mises", "margin"),
    Channel("anderson_darling", "margin"),
    Channel("chi_square_cells", "margin"),
    Channel("cells_effect", "margin"),
    *(Channel(f"cell_{k:02d}", "margin", signed=True, null="normal") for k in range(COARSE)),
)


class Cells(NamedTuple):
    gap: NDArray[np.float64]
    """Query minus reference share up to the end of each cell, [features, cells]; 0 at the last."""
    share: NDArray[np.float64]
    """Pooled share up to there."""


def distribution_contrasts(
    order: PooledOrder,
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Names and values [features]."""
    root = effective_root(order)
    gap, share = fine = _cells(order)
    coarse = Cells(*(each[:, FINE // COARSE - 1 :: FINE // COARSE] for each in fine))
    largest = np.abs(gap).max(axis=1)
    yield "ks", signed_log(largest * root - KS_MEDIAN)
    sure = certainty(order.present_reference, order.present_query)
    yield "ks_effect", largest * sure
    weight = np.diff(share, axis=1, prepend=0)
    yield "cramer_von_mises", _quadratic((gap**2 * weight).sum(axis=1) * root**2 * 6)
    tails = np.maximum(share * (1 - share), 0.5 / order.present[:, None])
    at_risk = np.where(share < 1, gap**2 / tails, 0)
    yield "anderson_darling", _quadratic((at_risk * weight).sum(axis=1) * root**2)
    scores = _cell_scores(coarse, root)
    filled = (np.diff(coarse.share, axis=1, prepend=0) > 0).sum(axis=1)
    yield "chi_square_cells", one_sided(chi_square_score((scores**2).sum(axis=1), filled - 1))
    apart = np.abs(np.diff(coarse.gap, axis=1, prepend=0)).sum(axis=1)
    yield "cells_effect", signed_log(5 * apart * sure)
    for k in range(COARSE):
        yield f"cell_{k:02d}", signed_log(scores[:, k])


def effective_root(order: PooledOrder) -> NDArray[np.float64]:
    """sqrt(n m / (n + m)) of the present values, [features]."""
    return np.asarray(np.sqrt(order.present_reference * order.present_query / order.present))


def _cells(order: PooledOrder) -> Cells:
    shares = np.arange(1, FINE + 1) / FINE
    places = np.ceil(order.present[:, None] * shares).astype(np.intp) - 1
    group = order.group_at(places)
    until = order.starts[group] - beginnings(order.columns)[:, None] + order.size[group]
    running = order.running_query
    earlier = running[order.first] - order.query[order.first]
    until_query = running[group] - earlier[:, None]
    of_query = until_query / order.present_query[:, None]
    of_reference = (until - until_query) / order.present_reference[:, None]
    return Cells(of_query - of_reference, until / order.present[:, None])


def _cell_scores(cells: Cells, root: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the query has too much of in each cell, as a normal score [features, cells]."""
    share = np.diff(cells.share, axis=1, prepend=0)
    excess = np.diff(cells.gap, axis=1, prepend=0) * root[:, None]
    return np.where(share > 0, excess / np.sqrt(np.where(share > 0, share, 1)), 0)


def _quadratic(statistic: NDArray[np.float64]) -> NDArray[np.float64]:
    """Both quadratic statistics have mean 1 when nothing is shifted."""
    return signed_log(chi_square_score(statistic, 1))
