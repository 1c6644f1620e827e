"""Columns that have nothing to do with each other: the plainest table there is, for evaluation."""

from __future__ import annotations

import numpy as np

from featureshift.corpus.dataset import Dataset, Provenance

FACES = 6


def unrelated(n_rows: int, n_features: int, rng: np.random.Generator) -> Dataset:
    """Measurements, waiting times, whole numbers, counts, coins and dice, in turn.

    >>> table = unrelated(100, 6, np.random.default_rng(0))
    >>> [len(np.unique(column)) for column in table.values.T[[4, 5]]], table.categorical.tolist()
    ([2, 6], [False, False, False, False, False, True])
    """
    size = (n_rows, n_features)
    kinds = (
        rng.normal(size=size),
        rng.exponential(size=size),
        np.round(rng.normal(size=size)),
        rng.poisson(3, size),
        rng.integers(2, size=size),
        rng.integers(FACES, size=size),
    )
    kind = np.arange(n_features) % len(kinds)
    values = np.choose(kind, kinds).astype(np.float32)
    origin = Provenance(
        f"simulated: unrelated, {n_rows} x {n_features}", "Apache-2.0", evaluation_only=True
    )
    return Dataset("unrelated", values, kind == len(kinds) - 1, origin)
