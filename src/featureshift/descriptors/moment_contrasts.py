"""Contrasts of mean and spread, of values and of their ranks, and of missing cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.descriptors.calibration import share_score, signed_log
from featureshift.descriptors.pooled_order import PooledOrder

Floats = NDArray[np.float64]
SPREAD_FLOOR = 1e-7
"""Of a variance, as a share of the pooled one: collinear tables need it small (and its log)."""
MOST_KURTOSIS = 1e4


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
    kurtosis = fourth / np.maximum(variance, np.finfo(np.float64).tiny ** 0.5) ** 2
    return np.asarray(np.clip(kurtosis, 1, MOST_KURTOSIS))


def moment_contrasts(name: str, reference: Moments, query: Moments) -> Iterator[tuple[str, Floats]]:
    """Change of mean and variance: as a score that knows n, and as an effect."""
    n = reference.n + query.n
    pooled = (reference.variance * reference.n + query.variance * query.n) / n
    pooled += np.finfo(np.float64).tiny
    change = query.mean - reference.mean
    error = reference.variance / reference.n + query.variance / query.n + 1e-9 * pooled
    yield f"{name}_mean", signed_log(change / np.sqrt(error))
    yield f"{name}_mean_effect", signed_log(3 * change / np.sqrt(pooled))
    floor = SPREAD_FLOOR * pooled
    ratio = np.log((query.variance + floor) / (reference.variance + floor))
    yield f"{name}_variance", signed_log(ratio / np.sqrt(log_variance_error(reference, query)))
    yield f"{name}_variance_effect", signed_log(3 * ratio)


def log_variance_error(reference: Moments, query: Moments) -> Floats:
    """Variance of the logarithm of the ratio of both variances, [features]."""
    least = 1e-4 / (reference.n + query.n)
    return np.asarray(sum((side.kurtosis - 1) / side.n for side in (reference, query)) + least)


def missing_contrasts(
    reference: Floats, query: Floats, n_reference: int, n_query: int
) -> Iterator[tuple[str, Floats]]:
    """Of the shares of missing cells, [features] each."""
    n = np.float64(n_query), np.float64(n_reference)
    yield "missing", signed_log(share_score(query, reference, *n))  # type: ignore[arg-type]
    yield "missing_effect", query - reference
    yield "missing_share", (query * n_query + reference * n_reference) / (n_query + n_reference)
