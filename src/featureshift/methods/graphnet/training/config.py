"""The configuration of a GraphNet training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from featureshift.train.pair_source import PairConfig
from featureshift.train.settings import TaskConfig, require, to_dict


@dataclass(frozen=True)
class GraphOptimizerConfig:
    """AdamW on batches of graphs, a cosine schedule, a moving average of the weights."""

    learning_rate: float = 2e-3
    steps: int = 30_000
    batch: int = 16
    """Graphs of one step."""
    warmup_steps: int = 200
    weight_decay: float = 1e-2
    clip: float = 1.0
    """Largest norm of the gradient."""
    hidden_traces: float = 0.75
    """Share of the pairs of values drawn from the reference (T3, T6 and others in ``RESAMPLING``)
    whose changed columns do not show that no value is new, nor that margins agree too well. Such
    values leave these traces, and no broken relation need be noticed then."""
    early_rounds: float = 0.15
    """Weight of the verdicts before the last round in the loss."""
    average: float = 0.999
    """What is kept of the averaged weights at each step; they are the ones that count."""


@dataclass(frozen=True)
class NullConfig:
    """Pairs without a shift that calibrate: more of the kinds that easily look shifted.

    Each takes the place of the setting of ``PairConfig`` of that name.
    """

    wide: float = 0.3
    rare_binary: float = 0.2
    equal_halves: float = 0.4
    few: float = 0.0
    kinds: Mapping[str, float] = field(default_factory=dict)

    def of(self, example: PairConfig) -> PairConfig:
        """The pairs of a training as pairs without a shift.

        >>> NullConfig(wide=0.5).of(PairConfig(rows=(50, 60))).rows
        (50, 60)
        """
        return replace(example, unshifted=1.0, **to_dict(self))


@dataclass(frozen=True)
class GraphTrainConfig(TaskConfig):
    """Everything that decides the weights, together with the corpus.

    ``network`` holds fields of ``GraphNetConfig``.
    """

    kind: str = "graphnet"
    log_every: int = 100
    workers: int = 2
    """Processes that describe pairs."""
    shards: int = 500
    """Files of described pairs to train on."""
    validation_shards: int = 10
    copula_shards: int = 0
    """More of them, of simulated tables of mixed columns."""
    copula_validation_shards: int = 0
    null_shards: int = 0
    """Files of pairs without a shift, kept apart: they calibrate the test for any shift."""
    copula_null_shards: int = 0
    per_shard: int = 200
    """Pairs of each."""
    start: str = ""
    """A checkpoint whose weights training begins with; empty: random ones."""
    validation_tables: int = 50
    """Tables of the folder kept apart, each of another family."""
    validate_every: int = 1000
    """Steps."""
    example: PairConfig = field(default_factory=PairConfig)
    null: NullConfig = field(default_factory=NullConfig)
    optimizer: GraphOptimizerConfig = field(default_factory=GraphOptimizerConfig)

    def __post_init__(self) -> None:
        self.null.of(self.example)  # refuses kinds that are not known
        require(self.optimizer.steps >= 1, "optimizer.steps", self.optimizer.steps)
        require(self.optimizer.batch >= 1, "optimizer.batch", self.optimizer.batch)
        require(self.validate_every >= 1, "validate_every", self.validate_every)
