"""The benchmark's Polynomial and Cosine tables. FOR EVALUATION ONLY: never train on them.

Each row is a random function evaluated at n fixed, evenly spaced points of [-1, 1]; the parameters
are drawn per row. The training tables of ``algebraic`` are the other way round, parameters per
feature and an input per row, and that difference is what keeps the benchmark unseen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus.dataset import Dataset, Provenance


def polynomial(n_rows: int, n_features: int, rng: np.random.Generator) -> Dataset:
    """Rows of degree 3 or 4, equally often, coefficients from U(-50, 50). Never train on it.

    >>> polynomial(20, 6, np.random.default_rng(0)).provenance.evaluation_only
    True
    """
    x = np.linspace(-1, 1, n_features)
    coefficients = rng.uniform(-50, 50, size=(n_rows, 5))
    coefficients[:, 4] *= rng.integers(2, size=n_rows)
    return _benchmark_table("polynomial", coefficients @ x ** np.arange(5)[:, None])


def cosine(n_rows: int, n_features: int, rng: np.random.Generator) -> Dataset:
    """Rows a cos(b x + c), a and b from U(-50, 50), c from U(0, 2 pi). Never train on it."""
    x = np.linspace(-1, 1, n_features)
    a, b = rng.uniform(-50, 50, size=(2, n_rows, 1))
    c = rng.uniform(0, 2 * np.pi, size=(n_rows, 1))
    return _benchmark_table("cosine", a * np.cos(b * x + c))


def _benchmark_table(name: str, values: NDArray[np.float64]) -> Dataset:
    return Dataset(
        name=name,
        values=values.astype(np.float32),
        categorical=np.zeros(values.shape[1], np.bool_),
        provenance=Provenance(f"simulated: {name} per row", "CC0-1.0", evaluation_only=True),
    )
