"""How FSL-Net is trained: a stream of simulated pairs, a mixture that follows what is hard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from featureshift.corpus.training.split import Split
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.losses import fslnet_loss
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training import mixture, search_space
from featureshift.methods.fslnet.training.batch import Batch
from featureshift.methods.fslnet.training.config import OptimizerConfig, TrainConfig
from featureshift.methods.fslnet.training.example import Example
from featureshift.methods.fslnet.training.producer import Producer
from featureshift.methods.fslnet.training.shapes import embedding_rows
from featureshift.methods.fslnet.training.stream import Stream
from featureshift.methods.fslnet.training.tensors import as_tensors
from featureshift.methods.fslnet.training.validation import make_examples, validate
from featureshift.train import checkpoint
from featureshift.train.report import Report
from featureshift.train.schedule import Position, Schedule, share_done
from featureshift.train.seeds import Branch
from featureshift.train.session import Session
from featureshift.train.settings import from_dict
from featureshift.train.task import Draw, Rules, Task


class FSLNetTask(Task[TrainConfig, FSLNet, Batch]):
    """Trains ``FSLNet``; its embedding may sleep at first, its batch norms freeze at last."""

    config_class = TrainConfig
    budget = frozenset(("validation.patience", "optimizer.total_steps", "optimizer.total_seconds"))
    free = budget | {"stream.workers"}
    searchable = True

    def __init__(self, config: TrainConfig) -> None:
        super().__init__(config)
        self.network_config = FSLNetConfig.from_dict(config.network)
        self.probabilities = mixture.uniform()
        """Of each manipulation."""
        self.stream: Stream | None = None
        self.examples: Sequence[Example] = ()

    @property
    def rules(self) -> Rules:
        optimizer, validation = self.config.optimizer, self.config.validation
        return Rules(
            schedule=schedule_of(optimizer),
            batch=self.config.stream.group,
            validate_every=validation.every,
            accumulate=optimizer.accumulate,
            clip=optimizer.clip,
            patience=validation.patience,
        )

    @property
    def validation_tables(self) -> int:
        return self.config.validation.tables

    @property
    def least_features(self) -> int:
        return self.config.example.features[0]

    def prepare(self, split: Split, out: Path, session: Session) -> bool:
        del out, session
        config = self.config
        produce = Producer(
            seed=config.seed,
            corpus=config.corpus,
            example=config.example,
            group=config.stream.group,
            names=split.training,
            measures=self.network_config.statistical_measures,
        )
        self.stream = Stream(produce, config.stream, config.seed)
        self.examples = make_examples(config, split.validation)
        return True

    def close(self) -> None:
        if self.stream is not None:
            self.stream.close()

    def initial_network(self) -> FSLNet:
        torch.manual_seed(Branch.FSLNET_WEIGHTS.seed(self.config.seed))
        network = FSLNet(self.network_config)
        network.embedding_awake = self.config.optimizer.embedding_from <= 0
        return network

    def optimizer(self, network: FSLNet) -> torch.optim.Optimizer:
        return torch.optim.Adam(network.parameters(), lr=self.config.optimizer.learning_rate)

    def next_batch(self, step: int) -> Batch:
        del step  # the stream counts for itself
        return self._stream.next(self.probabilities)

    @property
    def _stream(self) -> Stream:
        if self.stream is None:
            raise RuntimeError("this task was not prepared")
        return self.stream

    def losses(self, network: FSLNet, batch: Batch) -> Mapping[str, Tensor]:
        tensors = as_tensors(batch, self.device)
        rows = embedding_rows(self.config.example, tensors.shifted.shape[-1])
        output = network(*tensors.inputs, embedding_rows=rows)
        return fslnet_loss(output, tensors.shifted, self.config.optimizer.lam)._asdict()

    def before_step(self, network: FSLNet, position: Position) -> bool:
        rules = self.config.optimizer
        share = share_done(self.rules.schedule, position)
        if is_frozen(rules, position.step, share):
            network.freeze_batch_norm()
        # Never back to sleep: a longer schedule after a resume makes the share smaller.
        asleep = network.embedding is not None and not network.embedding_awake
        if not asleep or share < rules.embedding_from:
            return False
        network.embedding_awake = True
        return True

    def validate(self, network: FSLNet) -> Report:
        return validate(network, self.examples, self.config, self.device)

    def score(self, report: Report) -> float:
        return report.mean_f1

    def best_words(self, score: float) -> str:
        return f"mean F1 {max(score, 0):.3f}"

    def after_validation(self, report: Report) -> dict[str, Any]:
        self.probabilities = mixture.adapted(report.f1, self.config.validation.floor)
        return {"probabilities": self.probabilities}

    def known(self, network: FSLNet) -> dict[str, Any]:
        return {"embedding_awake": network.embedding_awake}

    def state(self) -> dict[str, Any]:
        return {"stream": self._stream.state(), "probabilities": self.probabilities}

    def restore(self, content: Mapping[str, Any], network: FSLNet) -> None:
        network.embedding_awake = content["embedding_awake"]
        # Older checkpoints have them with the progress.
        found = content.get("probabilities") or content["progress"]["probabilities"]
        self.probabilities = dict(found)
        self._stream.restore(content["stream"])

    def export(
        self, best: Mapping[str, Any], out: Path, directory: Path, metadata: Mapping[str, Any]
    ) -> None:
        from featureshift.methods.fslnet.network import export

        del out
        export.export_fslnet(network_of(best), directory, metadata)

    def draw_settings(self, draw: Draw) -> dict[str, Any]:
        return search_space.draw_settings(self.config, draw)

    def with_settings(self, settings: Mapping[str, Any]) -> FSLNetTask:
        return FSLNetTask(search_space.with_settings(self.config, settings))


def schedule_of(optimizer: OptimizerConfig) -> Schedule:
    return Schedule(
        optimizer.learning_rate,
        optimizer.schedule,
        gamma=optimizer.gamma,
        warmup_steps=optimizer.warmup_steps,
        final_share=optimizer.final_share,
        total_steps=optimizer.total_steps,
        total_seconds=optimizer.total_seconds,
    )


def is_frozen(rules: OptimizerConfig, step: int, share: float) -> bool:
    """Whether batch norm keeps its statistics by now."""
    by_step = bool(rules.freeze_after) and step >= rules.freeze_after
    return by_step or (bool(rules.freeze_share) and share >= rules.freeze_share)


def best_model(out: Path) -> tuple[FSLNet, dict[str, Any]]:
    """The best network of a training, in evaluation mode, and what is known of it."""
    content = checkpoint.load(out / checkpoint.BEST)
    return network_of(content), content


def network_of(content: Mapping[str, Any]) -> FSLNet:
    """The network of a checkpoint, in evaluation mode."""
    config = from_dict(TrainConfig, content["config"])
    network = FSLNet(FSLNetConfig.from_dict(config.network))
    network.load_state_dict(content["model"])
    network.embedding_awake = content["embedding_awake"]
    return network.eval()
