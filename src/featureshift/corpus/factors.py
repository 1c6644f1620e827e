"""Correlated tables of any size: a Gaussian factor model, for tests and speed measurements."""

from __future__ import annotations

import numpy as np

from featureshift.corpus.dataset import Dataset, Provenance

ROW_BLOCK = 1 << 14


def factors(n_rows: int, n_features: int, rng: np.random.Generator) -> Dataset:
    """Each feature follows two of several hidden factors, so every one has correlated partners."""
    n_factors = int(np.clip(n_features // 4, 2, 50))
    loadings = np.zeros((n_factors, n_features), np.float32)
    for _ in range(2):
        signs = rng.choice(np.array([-1, 1], np.float32), n_features)
        loadings[rng.integers(0, n_factors, n_features), np.arange(n_features)] = signs
    values = rng.standard_normal((n_rows, n_features), np.float32) * np.float32(0.6)
    for start in range(0, n_rows, ROW_BLOCK):
        part = values[start : start + ROW_BLOCK]
        part += rng.standard_normal((len(part), n_factors), np.float32) @ loadings
    origin = Provenance(f"simulated: factors, {n_rows} x {n_features}", "Apache-2.0")
    return Dataset("factors", values, np.zeros(n_features, bool), origin)
