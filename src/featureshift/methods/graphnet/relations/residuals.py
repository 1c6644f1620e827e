"""What is left of a feature when its strongest partners have predicted it, in either table.

A feature that was replaced by a prediction loses residual variance, one that was shuffled gains it;
fitted on the reference and on the query, since either may be the one that can be predicted.

A fit on one table is tried on the other twice: each column in units of its own table, so that a
column in another unit keeps its relations; and in the same units for both, where a relation that
arithmetic forces (shares of a whole, codes of one category) is exact. The better one counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.engines.parallel import each, slices
from featureshift.methods.graphnet.channel import Channel, Null, per_table
from featureshift.methods.graphnet.margins.calibration import signed_log
from featureshift.methods.graphnet.margins.log_change import LogChange, log_change
from featureshift.methods.graphnet.margins.moment_contrasts import (
    Moments,
    moments,
    pooled_variance,
    variance_change,
)
from featureshift.methods.graphnet.relations.correlation import Floats, Standardized

MOST_ROWS = 8192
"""Of each table that take part in fits and axes."""
ROWS_PER_REGRESSOR = 20
"""Fewer rows than this make a fit that says more about chance."""
RIDGE = 1e-4
"""And one over the rows of the shorter table; the same in both, or copies would differ."""
FLOOR = 1e-7
"""Of a residual variance: on collinear tables the evidence lies below 1e-4."""
NORMAL_SPREAD = 0.57
"""Variance of an absolute value over its squared mean, for a normal distribution."""
BATCH_CELLS = 1 << 21
"""Regressors x rows that are gathered at once."""


def _channels(fit: str, other: str) -> tuple[Channel, ...]:
    """Of residuals of the fit on one table; when tables change places, it is that on the other."""

    def change(name: str, null: Null | None = None) -> Channel:
        by = f"residual_{name}_by_"
        return Channel(by + fit, "prediction", signed=True, swaps_with=by + other, null=null)

    def level(table: str, opposite: str) -> Channel:
        swaps_with = f"residual_{opposite}_by_{other}"
        return Channel(f"residual_{table}_by_{fit}", "prediction", swaps_with=swaps_with)

    return (
        change("change", "normal"),
        change("effect"),
        change("absolute_change", "normal"),
        level("reference", "query"),
        level("query", "reference"),
        change("tails"),
    )


NODE_CHANNELS = (
    *_channels("reference", "query"),
    *_channels("query", "reference"),
    Channel("residual_change_of_own_fits", "prediction", signed=True, null="normal"),
    Channel("residual_effect_of_own_fits", "prediction", signed=True),
)
EDGE_CHANNELS = (
    *per_table("own_by_{}", "prediction"),
    *per_table("other_by_{}", "prediction"),
)
"""Coefficients of a partner in the fits of a feature, and of the feature in the partner's."""


class _Fit(NamedTuple):
    residuals: tuple[Moments, Moments]
    """In reference and query; the variance is freed of what the fit itself took."""
    absolute: tuple[NDArray[np.float64], NDArray[np.float64]]
    """Mean absolute residuals, [features] each."""


class Residuals(NamedTuple):
    nodes: Floats
    """[features, NODE_CHANNELS]"""
    coefficients: tuple[Floats, Floats]
    """Of the fits on the reference and on the query, [features, regressors]."""
    regressors: NDArray[np.intp]
    """[features, regressors], the strongest of those that were given."""


def residual_contrasts(
    reference: Standardized, query: Standardized, regressors: NDArray[np.intp]
) -> Residuals:
    """Predict every feature from its regressors [features, m], strongest first."""
    few = max(1, min(reference.n, query.n) // ROWS_PER_REGRESSOR)
    regressors = regressors[:, : min(few, regressors.shape[1])]
    tables = [reference, query]
    if not regressors.shape[1]:  # a feature all alone
        nothing = np.zeros((len(regressors), 0), np.float32)
        nodes = np.zeros((len(regressors), len(NODE_CHANNELS)), np.float32)
        return Residuals(nodes, (nothing, nothing), regressors)
    height = max(1, BATCH_CELLS // (regressors.shape[1] * max(table.n for table in tables)))
    parts = each(
        lambda batch: _of_batch(tables, batch, regressors[batch]), slices(len(regressors), height)
    )
    nodes, own, other = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    # What other columns say of a constant is unknown, not exact.
    nodes[(reference.fourth == 0) | (query.fourth == 0)] = 0
    return Residuals(nodes, (own, other), regressors)


def edge_coefficients(left: Residuals, partners: NDArray[np.intp]) -> Floats:
    """Of each feature and its partners [features, k]: [features, k, EDGE_CHANNELS].

    0 where one end of an edge does not predict the other.
    """
    of_partner = left.regressors[partners]  # [features, k, regressors]
    own = np.arange(len(partners))[:, None, None]
    is_partner = left.regressors[:, None, :] == partners[:, :, None]
    is_own = of_partner == own
    found = [(is_partner * each[:, None, :]).sum(axis=2) for each in left.coefficients]
    found += [(is_own * each[partners]).sum(axis=2) for each in left.coefficients]
    return np.stack(found, axis=2).astype(np.float32)


def _of_batch(
    tables: list[Standardized], features: slice, regressors: NDArray[np.intp]
) -> tuple[Floats, Floats, Floats]:
    gathered = [table.scores[regressors] for table in tables]  # [features, m, rows]
    targets = [table.scores[features] for table in tables]
    ridge = RIDGE + 1 / min(table.n for table in tables)
    coefficients = [_solve(x, y, ridge) for x, y in zip(gathered, targets, strict=True)]
    units = [_units(table, features, regressors) for table in tables]
    fits = []
    for on, other in ((0, 1), (1, 0)):
        own = coefficients[on]
        in_units = own * units[other] / units[on]
        left = {
            on: _left(gathered[on], targets[on], own),
            other: _better_left(gathered[other], targets[other], own, in_units),
        }
        fits.append(_judge(left[0], left[1], on, regressors.shape[1]))
    nodes = [*_contrast(fits[0]), *_contrast(fits[1])]
    own_fits = fits[0].residuals[0], fits[1].residuals[1]
    ratio, error = variance_change(*own_fits, FLOOR)
    nodes += [signed_log(ratio / error), signed_log(3 * ratio)]
    stacked = np.stack(nodes, axis=1).astype(np.float32)
    return stacked, coefficients[0], coefficients[1]


def _units(table: Standardized, features: slice, regressors: NDArray[np.intp]) -> Floats:
    """Of regressors in those of the feature, in this table, [features, m]; 1 where unknown."""
    own, met = table.spread[features][:, None], table.spread[regressors]
    known = (own > 0) & (met > 0)
    return np.where(known, met / np.where(known, own, 1), np.float32(1))


def _left(x: Floats, y: Floats, coefficients: Floats) -> Floats:
    """Residuals [features, rows]."""
    return np.asarray(y - (coefficients[:, None] @ x)[:, 0])


def _better_left(x: Floats, y: Floats, *coefficients: Floats) -> Floats:
    """Residuals of those of two sets of coefficients that leave less, feature by feature."""
    left = [_left(x, y, each) for each in coefficients]
    sizes = [np.einsum("dn,dn->d", each, each) for each in left]
    return np.where((sizes[1] < sizes[0])[:, None], left[1], left[0])


def _solve(x: Floats, y: Floats, ridge: float) -> Floats:
    """Least squares with a slight ridge: coefficients [features, m]."""
    m, n = x.shape[1:]
    gram = (x @ x.transpose(0, 2, 1) / n).astype(np.float64)
    gram += ridge * np.eye(m)
    moment = (x @ y[:, :, None] / n).astype(np.float64)
    return np.asarray(np.linalg.solve(gram, moment)[:, :, 0].astype(np.float32))


def _judge(reference: Floats, query: Floats, on: int, m: int) -> _Fit:
    """A fit with ``m`` regressors on one of the tables, by its residuals [features, rows]."""
    n = (reference, query)[on].shape[1]
    residuals, absolute = [], []
    for side, left in enumerate((reference, query)):
        taken = n / max(n - m, 1) if side == on else n / (n + m)
        found = moments(left, None)
        residuals.append(found._replace(variance=found.variance * taken))
        absolute.append(np.abs(left).mean(axis=1, dtype=np.float64) * np.sqrt(taken))
    return _Fit((residuals[0], residuals[1]), (absolute[0], absolute[1]))


def _contrast(fit: _Fit) -> list[NDArray[np.float64]]:
    own, other = fit.residuals
    change, absolute = variance_change(own, other, FLOOR), _absolute_change(fit)
    return [
        signed_log(change.ratio / change.error),
        signed_log(3 * change.ratio),
        signed_log(absolute.ratio / absolute.error),
        np.log(own.variance + FLOOR) / 4,
        np.log(other.variance + FLOOR) / 4,
        signed_log(np.log(other.kurtosis / own.kurtosis)),
    ]


def _absolute_change(fit: _Fit) -> LogChange:
    """Of the mean absolute residual, [features]."""
    own, other = fit.residuals
    mean = (own.n * fit.absolute[0] + other.n * fit.absolute[1]) / (own.n + other.n)
    squared = (mean + np.sqrt(FLOOR)) ** 2
    spread = np.maximum((pooled_variance(own, other) + FLOOR) / squared - 1, NORMAL_SPREAD)
    floor = np.sqrt(FLOOR)
    return log_change(fit.absolute, (own.n, other.n), spread, usual=NORMAL_SPREAD, floor=floor)
