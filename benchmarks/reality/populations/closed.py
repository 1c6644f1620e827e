"""Closed tables: the columns of a row add up to a constant, and there are no others."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.random import Generator
from scipy.special import softmax
from scipy.stats import rankdata

from benchmarks.reality.populations.categories import zipf
from benchmarks.reality.populations.factors import Numbers, latent
from benchmarks.reality.sizes import count


def one_hot(rng: Generator, rows: int) -> pd.DataFrame:
    """The codes of one category, or of up to three, each of 3 to 12 levels."""
    parts = []
    for name in ("color", "size", "kind")[: int(rng.choice([1, 1, 2, 3]))]:
        levels = count(rng, 3, 12)
        drawn = rng.choice(levels, rows, p=zipf(rng, levels))
        codes = np.eye(levels, dtype=int)[drawn]
        parts.append(pd.DataFrame(codes, columns=[f"{name}_{j + 1}" for j in range(levels)]))
    return pd.concat(parts, axis=1)


def shares(rng: Generator, rows: int) -> pd.DataFrame:
    """3 to 10 shares of a whole, exact or rounded to three digits."""
    width = count(rng, 3, 10)
    drawn = rng.dirichlet(rng.uniform(0.5, 6.0, width), rows)
    return _named("share", drawn.round(3) if rng.random() < 0.5 else drawn)


def class_probabilities(rng: Generator, rows: int) -> pd.DataFrame:
    """What a classifier of 3 to 10 classes gives, sure of itself or not, balanced or not."""
    width = count(rng, 3, 10)
    logits = rng.normal(size=(rows, width)) if rng.random() < 0.5 else latent(rng, rows, width, 2)
    logits = logits * rng.uniform(0.5, 3.0) + rng.choice([0.0, 1.0]) * rng.normal(size=width)
    return _named("class", softmax(logits, axis=1))


def row_ranks(rng: Generator, rows: int) -> pd.DataFrame:
    """Each row ranks the same 4 to 12 things."""
    liking = _things(rng, rows)
    return _named("rank", rankdata(liking, axis=1).astype(int))


def row_centered(rng: Generator, rows: int) -> pd.DataFrame:
    """4 to 12 values of which the mean of the row was taken."""
    values = _things(rng, rows)
    return _named("part", values - values.mean(axis=1, keepdims=True))


def _things(rng: Generator, rows: int) -> Numbers:
    width = int(rng.integers(4, 13))
    return rng.normal(0, 0.7, width) + latent(rng, rows, width, 2)


def _named(prefix: str, values: Numbers) -> pd.DataFrame:
    return pd.DataFrame(values, columns=[f"{prefix}_{j + 1}" for j in range(values.shape[1])])
