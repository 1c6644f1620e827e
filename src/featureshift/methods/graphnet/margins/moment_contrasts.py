"""Contrasts of mean and spread, of values and of their ranks, and of missing cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from featureshift.methods.graphnet.channel import Channel
from featureshift.methods.graphnet.margins.calibration import certainty, share_score, signed_log
from featureshift.methods.graphnet.margins.log_change import LogChange, log_change
from featureshift.methods.graphnet.margins.pooled_order import PooledOrder

Floats = NDArray[np.float64]
SPREAD_FLOOR = 1e-7
"""Of a variance, as a share of the pooled one: collinear tables need it small (and its log)."""
NORMAL_KURTOSIS = 3.0
MOST_KURTOSIS = 1e6
TINY = np.finfo(np.float64).tiny


def _channels(name: str) -> tuple[Channel, ...]:
    return (
        Channel(f"{name}_mean", "margin", signed=True, null="normal"),
        Channel(f"{name}_mean_effect", "margin", signed=True),
        Channel(f"{name}_variance", "margin", signed=True, null="normal"),
        Channel(f"{name}_variance_effect", "margin", signed=True),
    )


MOMENT_CHANNELS = (
    *_channels("value"),
    *_channels("rank"),
    Channel("missing", "missing", signed=True, null="normal"),
    Channel("missing_effect", "missing", signed=True),
    Channel("missing_share", "context"),
)


class Moments(NamedTuple):
    """Of one table's present values, [features] each."""

    n: Floats
    mean: Floats
    variance: Floats
    kurtosis: Floats


def moments(values: NDArray[np.float32], present: NDArray[np.bool_] | None) -> Moments:
    """Of values [features, rows]; what stands in missing cells does not matter."""
    if present is None:
        n = np.full(len(values), float(max(values.shape[1], 1)))
        mean = values.mean(axis=1, dtype=np.float64)
        centered = values - mean[:, None].astype(np.float32)
    else:
        n = np.maximum(present.sum(axis=1), 1).astype(np.float64)
        mean = np.where(present, values, 0).sum(axis=1, dtype=np.float64) / n
        centered = np.where(present, values - mean[:, None].astype(np.float32), np.float32(0))
    squares = centered * centered
    variance = squares.sum(axis=1, dtype=np.float64) / n
    fourth = np.einsum("dn,dn->d", squares, squares, dtype=np.float64) / n
    return Moments(n, mean, variance, _kurtosis(variance, fourth))


def moments_of_groups(
    order: PooledOrder, of_groups: NDArray[np.float32]
) -> tuple[Moments, Moments]:
    """Of the reference and of the query, where all rows of a group have one value [groups]."""
    own, other = (
        _weighted(order, of_groups, counts) for counts in (order.size - order.query, order.query)
    )
    return own, other


def _weighted(
    order: PooledOrder, of_groups: NDArray[np.float32], counts: NDArray[np.integer]
) -> Moments:
    held, none = counts > 0, np.float32(0)  # what other groups have may be infinite or missing
    n = np.maximum(order.total(counts), 1)
    mean = order.total(counts * np.where(held, of_groups, none).astype(np.float64)) / n
    centered = np.where(held, of_groups - order.to_groups(mean.astype(np.float32)), none)
    squares = (centered * centered).astype(np.float64)  # rounded as those of single cells are
    variance = order.total(counts * squares) / n
    fourth = order.total(counts * squares**2) / n
    return Moments(n, mean, variance, _kurtosis(variance, fourth))


def _kurtosis(variance: Floats, fourth: Floats) -> Floats:
    kurtosis = fourth / np.maximum(variance, TINY**0.5) ** 2
    return np.asarray(np.clip(kurtosis, 1, MOST_KURTOSIS))


def moment_contrasts(name: str, reference: Moments, query: Moments) -> Iterator[tuple[str, Floats]]:
    """Change of mean and variance: as a score that knows n, and as an effect.

    Errors are those under the null, where both tables have one variance and one kurtosis: the
    variance of a table with one value says nothing.
    """
    n = reference.n + query.n
    within = pooled_variance(reference, query)
    change = query.mean - reference.mean
    total = within + reference.n * query.n * (change / n) ** 2 + TINY
    yield f"{name}_mean", signed_log(change / np.sqrt(total * (1 / reference.n + 1 / query.n)))
    usual = (n * within + 2 * total) / (n + 2)
    effect = change / np.sqrt(usual) * certainty(reference.n, query.n)
    yield f"{name}_mean_effect", signed_log(3 * effect)
    ratio, error = variance_change(reference, query, SPREAD_FLOOR * within + TINY)
    yield f"{name}_variance", signed_log(ratio / error)
    yield f"{name}_variance_effect", signed_log(3 * ratio)


def variance_change(reference: Moments, query: Moments, floor: ArrayLike) -> LogChange:
    """Of the variance, [features]."""
    within = pooled_variance(reference, query)
    fourth = sum(each.n * each.kurtosis * each.variance**2 for each in (reference, query))
    kurtosis = _kurtosis(within, fourth / (reference.n + query.n))
    variances = reference.variance, query.variance
    rows = reference.n, query.n
    return log_change(variances, rows, kurtosis - 1, usual=NORMAL_KURTOSIS - 1, floor=floor)


def pooled_variance(reference: Moments, query: Moments) -> Floats:
    """Within the tables, [features]."""
    held = reference.n * reference.variance + query.n * query.variance
    return np.asarray(held / (reference.n + query.n))


def missing_contrasts(
    reference: Floats, query: Floats, n_reference: int, n_query: int
) -> Iterator[tuple[str, Floats]]:
    """Of the shares of missing cells, [features] each."""
    n = np.float64(n_query), np.float64(n_reference)
    yield "missing", signed_log(share_score(query, reference, *n))  # type: ignore[arg-type]
    yield "missing_effect", query - reference
    yield "missing_share", (query * n_query + reference * n_reference) / (n_query + n_reference)
