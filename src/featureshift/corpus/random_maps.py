"""A chain of random maps of a whole table: normalize, mix the columns, bend, add a residual.

Finite whatever is drawn: each step starts from normalized values, and the logarithm is sign(x)
log(1 + |x|), the paper's "logarithmic transformation" being undefined for half of its inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtr

Matrix = NDArray[np.float64]
Choice = TypeVar("Choice")

FLAT = 1e-6
"""A range below this, after a bend, is lost in float32."""


def random_maps(values: Matrix, n_steps: int, rng: np.random.Generator) -> Matrix:
    """Apply ``n_steps`` random maps to [rows, features]. Needs a [features, features] matrix."""
    initial = values
    for _ in range(n_steps):
        values = _step(values, initial, rng)
    return values


def _step(previous: Matrix, initial: Matrix, rng: np.random.Generator) -> Matrix:
    d = previous.shape[1]
    mapped = _pick(NORMALIZATIONS, rng)(previous) @ _pick(WEIGHTS, rng)(rng, (d, d))
    bend = _pick(BENDS, rng)
    values = bend(mapped)
    # A thousand positive weights drive a sigmoid to exactly 1, a ReLU may see negatives only: such
    # columns are bent about their own mean instead of becoming constant.
    flat = np.ptp(values, axis=0) < FLAT
    values[:, flat] = bend(standardized(mapped[:, flat]))
    # "Residual connections are sometimes applied": in every other step.
    if rng.random() < 0.5:
        state = previous if rng.random() < 0.5 else initial
        values = values + (state if rng.random() < 0.5 else _pick(NORMALIZATIONS, rng)(state))
    return values


def standardized(values: Matrix) -> Matrix:
    """Zero mean and unit variance per column; zeros for a constant one."""
    deviation = values.std(axis=0)
    return np.asarray((values - values.mean(axis=0)) / np.where(deviation > 0, deviation, 1))


def min_max(values: Matrix) -> Matrix:
    """Each column onto [0, 1]; zeros for a constant one."""
    span = np.ptp(values, axis=0)
    return np.asarray((values - values.min(axis=0)) / np.where(span > 0, span, 1))


def _pick(choices: dict[str, Choice], rng: np.random.Generator) -> Choice:
    return list(choices.values())[int(rng.integers(len(choices)))]


NORMALIZATIONS: dict[str, Callable[[Matrix], Matrix]] = {
    "standard": standardized,
    "min-max": min_max,
}

WEIGHTS: dict[str, Callable[[np.random.Generator, tuple[int, int]], Matrix]] = {
    "uniform": lambda rng, shape: rng.random(shape),
    "normal": lambda rng, shape: rng.standard_normal(shape),
    "beta": lambda rng, shape: rng.beta(1, 1, size=shape),
    "bernoulli": lambda rng, shape: rng.integers(2, size=shape).astype(np.float64),
}

BENDS: dict[str, Callable[[Matrix], Matrix]] = {
    "relu": lambda x: np.maximum(x, 0),
    "gelu": lambda x: np.asarray(x * ndtr(x)),
    "sigmoid": lambda x: np.asarray(expit(x)),
    "tanh": lambda x: np.asarray(np.tanh(x)),
    "logarithm": lambda x: np.asarray(np.sign(x) * np.log1p(np.abs(x))),
}
