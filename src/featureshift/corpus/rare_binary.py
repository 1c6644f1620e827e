"""Tables of rare binary columns that depend on each other, such as words or events."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rare_binary(n_rows: int, n_features: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """[rows, features] of zeros and ones; columns hold ones in 0.1 % to 10 % of the rows.

    >>> table = rare_binary(2000, 20, np.random.default_rng(0))
    >>> bool(0 < table.mean() < 0.1)
    True
    """
    factors = int(rng.integers(2, 8))
    loadings = rng.normal(size=(factors, n_features)) * rng.uniform(0.3, 1.2)
    latent = rng.normal(size=(n_rows, factors)) @ loadings
    latent += rng.normal(size=(n_rows, n_features))
    prevalence = np.exp(rng.uniform(np.log(1e-3), np.log(0.1), n_features))
    places = np.minimum((n_rows * (1 - prevalence)).astype(np.intp), n_rows - 1)
    thresholds = np.take_along_axis(np.sort(latent, axis=0), places[None], axis=0)
    return (latent > thresholds).astype(np.float32)
