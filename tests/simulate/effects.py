"""What the tests measure on manipulated columns."""

from __future__ import annotations

import numpy as np

from featureshift.simulate import Scene, manipulation_named


def apply(name: str, scene: Scene, seed: int = 0) -> np.ndarray:
    return manipulation_named(name).new_columns(scene, np.random.default_rng(seed))


def among(columns: np.ndarray) -> np.ndarray:
    """Correlations between different chosen columns."""
    r = np.corrcoef(columns, rowvar=False)
    return r[np.triu_indices_from(r, k=1)]


def with_others(columns: np.ndarray, scene: Scene) -> np.ndarray:
    """Correlations of the chosen with the other columns of the query."""
    c = columns.shape[1]
    return np.corrcoef(columns, scene.other_query, rowvar=False)[:c, c:]
