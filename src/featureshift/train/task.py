"""What a method gives to be trained: a ``Task``. The loop does the rest.

A task is made of its configuration alone and costs nothing; ``prepare`` gets its pairs ready, and
comes before all that needs them. Everything it draws comes out of ``seeds.Branch``, and everything
else that changes while it trains is in ``state``: so a resumed training ends with the weights of an
undisturbed one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from featureshift.corpus.training.split import Split
from featureshift.train.report import Report
from featureshift.train.schedule import Position, Schedule
from featureshift.train.session import Session
from featureshift.train.settings import TaskConfig

if TYPE_CHECKING:  # a task can be asked what it is without torch
    import torch
    from torch import Tensor

Config = TypeVar("Config", bound=TaskConfig)
Network = TypeVar("Network", bound="torch.nn.Module")
Batch = TypeVar("Batch")
Draw = Callable[[str, tuple[Any, ...]], Any]
"""One of the values, under a name."""


@dataclass(frozen=True)
class Rules:
    """How the loop trains, out of a method's configuration."""

    schedule: Schedule
    batch: int
    """Pairs of one batch."""
    validate_every: int
    """Steps."""
    accumulate: int = 1
    """Batches per step."""
    clip: float = 0.0
    """Largest norm of the gradient; 0: any."""
    average: float = 0.0
    """What is kept of the averaged weights at each step, and they count; 0: the weights do."""
    patience: int = 0
    """Training ends after so many validations without a lower loss; 0: never."""


class Task(ABC, Generic[Config, Network, Batch]):
    """The training of one network."""

    config_class: ClassVar[type[Any]]
    """The dataclass of its configuration, a ``TaskConfig``."""
    free: ClassVar[frozenset[str]] = frozenset()
    """Settings that a resumed training may change, besides ``run.FREE``."""
    budget: ClassVar[frozenset[str]] = frozenset()
    """Those of them that say when to stop."""
    keeps_preparations: ClassVar[bool] = False
    """Whether what ``prepare`` made is there in the next session. What is made again in each one
    does not count as time of the session, which it could use up."""
    searchable: ClassVar[bool] = False
    """Whether a search knows which settings to try."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.device = "cpu"
        """Set before ``prepare``; batches are to be there."""

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """How the loop trains."""

    @property
    @abstractmethod
    def validation_tables(self) -> int:
        """Tables of the corpus kept apart to validate."""

    @property
    @abstractmethod
    def least_features(self) -> int:
        """Narrower tables of the corpus are left out."""

    @abstractmethod
    def prepare(self, split: Split, out: Path, session: Session) -> bool:
        """Get training and validation pairs ready; False if the session ended before they were.

        What takes long is better kept in the directory ``out``.
        """

    def close(self) -> None:
        """Give back what ``prepare`` took, such as processes."""

    @abstractmethod
    def initial_network(self) -> Network:
        """A network whose weights depend on seed and pairs alone; torch is seeded by it too."""

    @abstractmethod
    def optimizer(self, network: Network) -> torch.optim.Optimizer:
        """Of all the network's parameters; the loop sets the learning rate."""

    @abstractmethod
    def next_batch(self, step: int) -> Batch:
        """The next batch of training pairs, of a step that counts from 0."""

    @abstractmethod
    def losses(self, network: Network, batch: Batch) -> Mapping[str, Tensor]:
        """``total``, which is minimized, and any parts of it for the log."""

    @abstractmethod
    def validate(self, network: Network) -> Report:
        """How the network fares on the pairs kept apart; it is left in the mode it was in."""

    @abstractmethod
    def score(self, report: Report) -> float:
        """What chooses the best network, the higher the better."""

    @abstractmethod
    def best_words(self, score: float) -> str:
        """The highest score so far, for people; infinitely low before the first validation."""

    @abstractmethod
    def export(
        self, best: Mapping[str, Any], out: Path, directory: Path, metadata: Mapping[str, Any]
    ) -> None:
        """Write the network of the checkpoint ``best`` of ``out`` as ONNX with its metadata."""

    def before_step(self, network: Network, position: Position) -> bool:
        """Change the network where its recipe says so; True: what was best counts no more."""
        del network, position
        return False

    def after_validation(self, report: Report) -> dict[str, Any]:
        """Adapt to a report; what the log should tell of that."""
        del report
        return {}

    def known(self, network: Network) -> dict[str, Any]:
        """What weights need besides to be used; kept with them in every checkpoint."""
        del network
        return {}

    def state(self) -> dict[str, Any]:
        """What else is needed to go on: tensors and plain values."""
        return {}

    def restore(self, content: Mapping[str, Any], network: Network) -> None:
        """Take up ``known`` and ``state`` out of a checkpoint."""

    def draw_settings(self, draw: Draw) -> dict[str, Any]:
        """A value for every setting that a search tries, if the task is ``searchable``."""
        raise NotImplementedError

    def with_settings(self, settings: Mapping[str, Any]) -> Task[Config, Network, Batch]:
        """The same task with drawn settings in place of its own."""
        raise NotImplementedError


AnyTask = Task[Any, Any, Any]
