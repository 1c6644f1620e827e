"""The shape of a group of examples, drawn before its tables; small ones first."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from featureshift.methods.fslnet.training.config import ExampleConfig
from featureshift.simulate.draw import draw_size

FEWEST_NETWORK_ROWS = 16
"""However wide a table, its networks see this many rows of each half."""


class Shape(NamedTuple):
    features: int
    network_rows: int
    """Of each half."""
    max_rows: int
    """Of both halves together."""


def draw_shape(config: ExampleConfig, index: int, rng: np.random.Generator) -> Shape:
    """The shape of group number ``index``.

    >>> config = ExampleConfig(network_rows=(64,), curriculum_groups=100)
    >>> draw_shape(config, 0, np.random.default_rng(0)).features <= 16
    True
    """
    most_features, most_rows, network_rows = limits(config, index)
    features = draw_size(config.features[0], most_features, rng)
    rows = int(rng.choice(network_rows))
    if config.max_cells:
        rows = min(rows, max(FEWEST_NETWORK_ROWS, config.max_cells // features))
    return Shape(features, rows, most_rows)


class Limits(NamedTuple):
    features: int
    rows: int
    network_rows: tuple[int, ...]


def limits(config: ExampleConfig, index: int) -> Limits:
    """Most features and most rows of group ``index``: they grow geometrically.

    Of the choices of network rows, as many are allowed as the share of the curriculum that is done.
    """
    progress = min(1.0, index / config.curriculum_groups) if config.curriculum_groups else 1.0
    features = _between(config.curriculum_features, config.features[1], progress)
    rows = _between(config.curriculum_rows, config.rows[1], progress)
    choices = max(1, math.ceil(progress * len(config.network_rows)))
    return Limits(max(config.features[0], features), rows, config.network_rows[:choices])


def draw_rows(config: ExampleConfig, shape: Shape, rng: np.random.Generator) -> int:
    """Rows of both halves together, as many as the networks need or more."""
    least = max(2 * shape.network_rows, min(config.rows[0], shape.max_rows))
    return draw_size(least, max(least, shape.max_rows), rng)


def embedding_rows(config: ExampleConfig, n_features: int) -> int | None:
    """Rows of each half for the Neural Embedding Network; None: all that there are."""
    if not config.embedding_cells:
        return None
    return max(FEWEST_NETWORK_ROWS, config.embedding_cells // n_features)


def _between(start: int, stop: int, progress: float) -> int:
    start = min(start, stop)
    return round(float(start * (stop / start) ** progress))
