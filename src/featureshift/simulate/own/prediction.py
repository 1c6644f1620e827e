"""Our own shift by a linear model: columns replaced by what the other columns say of them.

E9 and E10 ask the nearest rows; a linear model is another predictor, and never sees a neighbor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.simulate.manipulation import (
    CONTINUOUS,
    Indices,
    Kind,
    Manipulation,
    Scene,
    Values,
)
from featureshift.simulate.missing import median_filled

RIDGE = 1e-3
"""Penalty in units of the predictors' mean variance: duplicates of a column must not matter."""


@dataclass(frozen=True)
class LinearPrediction(Manipulation):
    """Ridge regression from some of the other columns, fitted on the reference.

    By chance, per column: noise of up to the size of the residuals is added, predictions move to
    values the reference holds, only part of the cells is predicted. Without any other column the
    prediction is the reference's mean.
    """

    most_predictors: int = 60
    share_noisy: float = 0.5
    share_snapped: float = 0.3
    share_partial: float = 0.3

    applies_to: ClassVar[frozenset[Kind]] = CONTINUOUS

    def _replace(self, scene: Scene, rng: np.random.Generator) -> NDArray[np.floating]:
        targets = median_filled(scene.chosen_reference, scene.chosen_reference)
        new, deviations = predict(scene, targets, self._predictors(scene, rng))
        k = len(scene.chosen)
        size = np.where(rng.random(k) < self.share_noisy, rng.uniform(0.1, 1, k), 0) * deviations
        new += size * rng.standard_normal(new.shape)
        for i in np.flatnonzero(rng.random(k) < self.share_snapped):
            new[:, i] = snapped(new[:, i], targets[:, i])
        part = np.where(rng.random(k) < self.share_partial, rng.uniform(0.2, 0.8, k), 1)
        return np.clip(np.where(rng.random(new.shape) < part, new, scene.chosen_query), 0, 1)

    def _predictors(self, scene: Scene, rng: np.random.Generator) -> Indices:
        others = np.setdiff1d(np.arange(scene.query.shape[1]), scene.chosen)
        most = max(1, min(self.most_predictors, len(scene.reference) // 5))
        return rng.permutation(others)[:most]


def predict(
    scene: Scene, targets: Values, predictors: Indices
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """[query rows, chosen] predictions and [chosen] deviations of the reference's residuals."""
    before, after = scene.reference[:, predictors], scene.query[:, predictors]
    A = median_filled(before, before).astype(np.float64)
    B = median_filled(after, before).astype(np.float64)
    center, mean = A.mean(axis=0), targets.mean(axis=0, dtype=np.float64)
    A, B, Y = A - center, B - center, targets - mean
    penalty = RIDGE * (A**2).sum() / max(1, len(predictors)) + 1e-9
    weights = np.linalg.solve(A.T @ A + penalty * np.eye(len(predictors)), A.T @ Y)
    return mean + B @ weights, (Y - A @ weights).std(axis=0)


def snapped(values: NDArray[np.floating], known: Values) -> Values:
    """Each value moved to the nearest of those ``known``.

    >>> snapped(np.array([0.1, 0.4, 0.9]), np.array([0.0, 0.5], dtype=np.float32)).tolist()
    [0.0, 0.5, 0.5]
    """
    levels = np.unique(known)
    middles = (levels[1:] + levels[:-1]) / 2
    return levels[np.searchsorted(middles, values)]
