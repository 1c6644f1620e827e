"""The configuration of an FSL-Net training."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from featureshift.errors import OptionError
from featureshift.train.schedule import SCHEDULES
from featureshift.train.settings import TaskConfig, from_dict, read_toml, require


@dataclass(frozen=True)
class ExampleConfig:
    """One labeled pair."""

    features: tuple[int, int] = (8, 256)
    """Fewest and most columns; drawn log-uniformly."""
    rows: tuple[int, int] = (1000, 10_000)
    """Fewest and most rows of both halves together; a smaller table gives all it has, if that is
    enough for the networks."""
    network_rows: tuple[int, ...] = (500,)
    """Rows of each half that the networks see, one of these at random for each group. A table
    of fewer than twice as many rows is not drawn for that group, so the smallest choice says which
    tables can train."""
    embedding_cells: int = 0
    """Bound on rows x features of a half that the Neural Embedding Network sees, which costs 40
    times as much a cell as the Moment Extraction Network; 0: all that the other sees."""
    max_cells: int = 0
    """Bound on network rows x features of a half; 0: none."""
    row_pool: int = 2
    """Rows kept for reuse, as a multiple of the network rows."""
    max_share: float = 0.25
    """Largest share of manipulated columns."""
    unshifted: float = 0.1
    """Share of pairs without any shift."""
    degenerate: float = 0.15
    """Share of pairs in which some columns become constant, nearly so, or copies of others."""
    binary_as_categorical: float = 0.5
    """Share of pairs in which numeric columns of two values count as categorical."""
    curriculum_groups: int = 0
    """Groups until the largest tables are allowed; 0: from the start."""
    curriculum_features: int = 16
    """Most columns at the start."""
    curriculum_rows: int = 2000
    """Most rows at the start; the networks begin with the first of ``network_rows``."""


@dataclass(frozen=True)
class StreamConfig:
    """How examples reach the trainer."""

    group: int = 8
    """Examples of equal shape in one batch."""
    ring: int = 1
    """Groups held for reuse."""
    reuse: int = 1
    """Batches served for each new group, once the ring is full."""
    ahead: int = 2
    """Groups asked for before they are needed."""
    workers: int = 0
    """Processes that simulate pairs; 0: in the trainer's own. The result is the same."""


@dataclass(frozen=True)
class OptimizerConfig:
    """Adam, its schedule and the loss."""

    learning_rate: float = 1e-3
    """At its highest."""
    schedule: str = "exponential"
    """"exponential" (the paper) or "cosine"."""
    gamma: float = 0.9995
    """Factor per validation interval, of the exponential schedule."""
    warmup_steps: int = 0
    """The rate rises linearly over these."""
    final_share: float = 0.01
    """The last learning rate of the cosine schedule, as a share of the highest."""
    total_steps: int = 0
    """Stop after these; 0: no limit."""
    total_seconds: float = 0.0
    """Stop after these, all sessions together; 0: no limit."""
    accumulate: int = 1
    """Batches per step."""
    clip: float = 0.0
    """Largest norm of the gradient; 0: any."""
    freeze_after: int = 0
    """Steps after which batch norm keeps its statistics; 0: never."""
    freeze_share: float = 0.0
    """The same as a share of the whole, where steps are not known beforehand; 0: never."""
    lam: float = 1e-3
    """Weight of the auxiliary loss."""
    embedding_from: float = 0.0
    """Share of the training after which the Neural Embedding Network wakes; 0: from the start. It
    costs 40 times as much as all the rest, so the rest can see 40 times the pairs before."""


@dataclass(frozen=True)
class ValidationConfig:
    """The fixed pairs that choose the best model; never an evaluation manipulation."""

    every: int = 2500
    """Steps between validations."""
    tables: int = 50
    """Tables of the folder kept apart, each of another family."""
    simulated: int = 0
    """Simulated tables besides; the only ones when there is no folder."""
    pairs: int = 8
    """Pairs per table."""
    features: int = 2048
    """Most columns of a pair."""
    rows: int = 10_000
    """Most rows of both halves together."""
    network_rows: int = 500
    """Rows of each half that the networks see."""
    unshifted: float = 0.2
    """Share of pairs without any shift."""
    patience: int = 50
    """Stop after so many validations without a lower loss; 0: never."""
    floor: float = 0.03
    """Least probability of a manipulation in training."""


@dataclass(frozen=True)
class TrainConfig(TaskConfig):
    """Everything that decides the weights, together with the corpus.

    ``network`` holds fields of ``FSLNetConfig``.
    """

    kind: str = "fslnet"
    example: ExampleConfig = field(default_factory=ExampleConfig)
    stream: StreamConfig = field(default_factory=StreamConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    validation: ValidationConfig = field(default_factory=ValidationConfig)

    def __post_init__(self) -> None:
        optimizer, validation = self.optimizer, self.validation
        require(optimizer.schedule in SCHEDULES, "optimizer.schedule", optimizer.schedule)
        bounded = optimizer.total_steps or optimizer.total_seconds
        if optimizer.schedule == "cosine" and not bounded:
            raise OptionError("a cosine schedule needs an end", remedy="set optimizer.total_steps")
        for name in ("group", "ring", "reuse"):
            require(getattr(self.stream, name) >= 1, f"stream.{name}", getattr(self.stream, name))
        require(optimizer.accumulate >= 1, "optimizer.accumulate", optimizer.accumulate)
        require(validation.every >= 1, "validation.every", validation.every)
        require(0 <= validation.floor <= 0.125, "validation.floor", validation.floor)
        require(0 < self.example.max_share <= 1, "example.max_share", self.example.max_share)


def load_config(path: str | Path) -> TrainConfig:
    """Read a TOML file."""
    return from_dict(TrainConfig, read_toml(path))
