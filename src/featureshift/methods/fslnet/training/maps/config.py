"""The configuration of a training on merged maps: small frozen tables, read from TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from featureshift.train.pair_source import PairConfig
from featureshift.train.settings import TaskConfig, require

KIND = "fslnet-maps"
RECIPE: Mapping[str, Any] = {
    "prediction_merge": "studentized",
    "prediction_activation": "gelu",
    "prediction_kernel_size": 1,
    "prediction_context": True,
    "moment_drawn": True,
    "use_cells": True,
    "use_embedding": False,
}
"""Fields of ``FSLNetConfig`` in which this network differs from the paper's."""


@dataclass(frozen=True)
class MapStreamConfig:
    """Which pairs are at hand at each step."""

    per_shard: int = 50
    """Pairs that are described and leave together."""
    ring: int = 80
    """Shards at hand, at most."""
    first: int = 16
    """Shards at hand in the first step."""
    steps_per_shard: int = 50
    """Steps until the next shard comes, and takes the place of the oldest once the ring is full."""
    related: float = 0.5
    """Share of pairs whose columns stand beside those they are related to, as in images and
    series; the others come in random order."""


@dataclass(frozen=True)
class MapOptimizerConfig:
    """Adam on batches of equally wide maps, a cosine by steps, a moving average of the weights."""

    learning_rate: float = 1e-3
    final_share: float = 0.01
    """The last learning rate, as a share of the highest."""
    steps: int = 100_000
    batch: int = 8
    """Pairs of one step."""
    warmup_steps: int = 200
    clip: float = 1.0
    """Largest norm of the gradient."""
    average: float = 0.999
    """What is kept of the averaged weights at each step; they are the ones that count."""
    hidden_traces: float = 0.5
    """Share of the pairs of T3 and T6 whose changed columns show the margins of unchanged ones.
    Values drawn from the reference agree with it too well, which no broken relation needs."""


@dataclass(frozen=True)
class MapValidationConfig:
    """The fixed pairs that choose the best model; never an evaluation manipulation."""

    every: int = 1000
    """Steps between validations."""
    tables: int = 50
    """Tables of the folder kept apart, each of another family."""
    shards: int = 10
    """Of as many pairs as in training."""
    features: tuple[int, int] = (8, 1000)
    """Fewest and most columns; drawn log-uniformly."""
    rows: tuple[int, int] = (200, 20_000)
    """Fewest and most rows of both tables together."""
    max_cells: int = 1_500_000
    unshifted: float = 0.35
    """Share of pairs without any shift."""
    null_shards: int = 8
    """Of pairs without a shift, which tell at the end what shows one."""
    alarm_weight: float = 0.5
    """What one more false alarm in each unshifted pair costs, in F1, when the best is chosen."""


@dataclass(frozen=True)
class MapTrainConfig(TaskConfig):
    """Everything that decides the weights, together with the corpus.

    ``network`` holds fields of ``FSLNetConfig``; without any it is the studentized recipe.
    """

    kind: str = KIND
    threads: int = 1
    log_every: int = 100
    example: PairConfig = field(default_factory=PairConfig)
    stream: MapStreamConfig = field(default_factory=MapStreamConfig)
    optimizer: MapOptimizerConfig = field(default_factory=MapOptimizerConfig)
    validation: MapValidationConfig = field(default_factory=MapValidationConfig)
    network: Mapping[str, Any] = field(default_factory=lambda: dict(RECIPE))

    def __post_init__(self) -> None:
        stream, optimizer = self.stream, self.optimizer
        require(stream.per_shard >= 1, "stream.per_shard", stream.per_shard)
        require(1 <= stream.first <= stream.ring, "stream.first", stream.first)
        require(stream.steps_per_shard >= 1, "stream.steps_per_shard", stream.steps_per_shard)
        require(optimizer.steps >= 1, "optimizer.steps", optimizer.steps)
        require(optimizer.batch >= 1, "optimizer.batch", optimizer.batch)
        require(self.validation.every >= 1, "validation.every", self.validation.every)
