"""The configuration of a GraphNet training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from featureshift.train.settings import TaskConfig, require


@dataclass(frozen=True)
class GraphExampleConfig:
    """One labeled pair."""

    features: tuple[int, int] = (6, 300)
    """Fewest and most columns; drawn log-uniformly."""
    wide_features: tuple[int, int] = (200, 1000)
    """The same for wide tables."""
    wide: float = 0.08
    """Share of wide tables."""
    rows: tuple[int, int] = (120, 24_000)
    """Fewest and most rows of both tables together; drawn log-uniformly."""
    max_cells: int = 1_200_000
    """Bound on rows x features of both tables together."""
    fewest_rows: int = 30
    """Of either table."""
    equal_halves: float = 0.6
    """Share of pairs with as many rows in both tables."""
    most_unequal: float = 300.0
    """Rows of the longer table for each of the shorter one, at most; drawn log-uniformly."""
    unshifted: float = 0.27
    """Share of pairs without any shift."""
    own: float = 0.5
    """Share of shifted pairs whose shift is one of ours, the others T1 to T8."""
    emphasis: Mapping[str, float] = field(default_factory=dict)
    """Manipulations drawn so many times as often as others."""
    several: float = 0.15
    """Share of shifted pairs in which a second manipulation acts on other columns."""
    max_share: float = 0.3
    """Largest share of manipulated columns."""
    large: float = 0.15
    """Share of shifted pairs with more of them."""
    large_share: float = 0.8
    """Their largest share."""
    shared_rows: float = 0.07
    """Share of pairs whose query is made of rows of the reference, all or some."""
    holes: float = 0.15
    """Share of pairs in which cells of both tables are missing at random."""
    degenerate: float = 0.15
    """Share of pairs in which some columns become constant, nearly so, or copies of others."""
    binary_as_categorical: float = 0.5
    """Share of pairs in which numeric columns of two values count as categorical."""
    categorical_as_numbers: float = 0.2
    """Share of pairs in which nobody knows that columns are categorical."""
    rare_binary: float = 0.08
    """Share of tables of rare binary columns, which the corpus hardly has."""
    copula: float = 0.0
    """Share of simulated tables of mixed columns, related or not."""


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
    """Share of the pairs of T3 and T6 that do not show which values are repeated, new or gone, nor
    that margins agree too well. Values drawn from the reference leave these traces, and no broken
    relation need be noticed then."""
    early_rounds: float = 0.15
    """Weight of the verdicts before the last round in the loss."""
    average: float = 0.999
    """What is kept of the averaged weights at each step; they are the ones that count."""


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
    """Files of pairs without a shift, of tables kept apart: they calibrate the test for any shift."""
    copula_null_shards: int = 0
    per_shard: int = 200
    """Pairs of each."""
    validation_tables: int = 50
    """Tables of the folder kept apart, each of another family."""
    validate_every: int = 1000
    """Steps."""
    example: GraphExampleConfig = field(default_factory=GraphExampleConfig)
    optimizer: GraphOptimizerConfig = field(default_factory=GraphOptimizerConfig)

    def __post_init__(self) -> None:
        require(self.optimizer.steps >= 1, "optimizer.steps", self.optimizer.steps)
        require(self.optimizer.batch >= 1, "optimizer.batch", self.optimizer.batch)
        require(self.validate_every >= 1, "validate_every", self.validate_every)
