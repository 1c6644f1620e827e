"""How FSL-Net is trained on maps: pairs described once, kept in a ring, in random batches."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from featureshift.corpus.training.split import SPLIT_NAME, Split, read_split
from featureshift.errors import OptionError
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training.maps.batches import (
    MapBatch,
    by_width,
    draw_batch,
    margin_channels,
)
from featureshift.methods.fslnet.training.maps.calibration import calibrate
from featureshift.methods.fslnet.training.maps.config import MapTrainConfig
from featureshift.methods.fslnet.training.maps.described import DescribedPair
from featureshift.methods.fslnet.training.maps.shards import NULL, TRAINING, VALIDATION, Shards
from featureshift.methods.fslnet.training.maps.validation import validate_maps
from featureshift.train.report import Report
from featureshift.train.schedule import Schedule
from featureshift.train.seeds import Branch
from featureshift.train.session import Session
from featureshift.train.task import Rules, Task

SHARDS_NAME = "shards"
"""Of their directory, beside the weights; it can be deleted at any time."""


class MapTask(Task[MapTrainConfig, FSLNet, MapBatch]):
    """Trains the Prediction Network of the studentized recipe; the average of its weights counts.

    Pairs of training are described when the step that wants them comes, so that their number is
    not bounded by the disk.
    """

    config_class = MapTrainConfig
    budget = frozenset(("optimizer.steps",))
    free = budget | {"validation.null_shards"}
    keeps_preparations = True

    def __init__(self, config: MapTrainConfig) -> None:
        super().__init__(config)
        self.network_config = FSLNetConfig.from_dict(config.network)
        if not self.network_config.is_studentized:
            raise OptionError(
                "maps are described beforehand for the studentized merge only",
                expected="network.prediction_merge = 'studentized'",
                found=self.network_config.prediction_merge,
            )
        self.margins = margin_channels(self.network_config.channels)
        self.validation: list[DescribedPair] = []
        self._shards: Shards | None = None
        self._ring: dict[int, list[DescribedPair]] = {}
        self._pairs: list[DescribedPair] = []
        """Of the ring, sorted by width."""

    @property
    def rules(self) -> Rules:
        optimizer = self.config.optimizer
        return Rules(
            schedule=Schedule(
                optimizer.learning_rate,
                warmup_steps=optimizer.warmup_steps,
                final_share=optimizer.final_share,
                total_steps=optimizer.steps,
            ),
            batch=optimizer.batch,
            validate_every=self.config.validation.every,
            clip=optimizer.clip,
            average=optimizer.average,
        )

    @property
    def validation_tables(self) -> int:
        return self.config.validation.tables

    @property
    def least_features(self) -> int:
        return self.config.example.features[0]

    def prepare(self, split: Split, out: Path, session: Session) -> bool:
        maps = self.initial_network().pair_maps  # the kernels are those that training begins with
        directory, count = out / SHARDS_NAME, self.config.validation.shards
        self._shards = Shards(self.config, split.training, TRAINING, maps, directory)
        kept_apart = Shards(self.config, split.validation, VALIDATION, maps, directory)
        for number in range(count):
            if session.is_over():
                return False
            self.validation += kept_apart.read(number)
            session.prepared(number + 1, count)
        return True

    def initial_network(self) -> FSLNet:
        torch.manual_seed(Branch.FSLNET_WEIGHTS.seed(self.config.seed))
        return FSLNet(self.network_config)

    def optimizer(self, network: FSLNet) -> torch.optim.Optimizer:
        return torch.optim.Adam(network.parameters(), lr=self.config.optimizer.learning_rate)

    def next_batch(self, step: int) -> MapBatch:
        self._bring(ring_of(self.config, step))
        rules = self.config.optimizer
        rng = Branch.FSLNET_MAPS_BATCH.generator(self.config.seed, step)
        drawn = draw_batch(self._pairs, rules.batch, rules.hidden_traces, self.margins, rng)
        return drawn.to(self.device)

    def _bring(self, wanted: range) -> None:
        """Have these shards at hand, and no others."""
        if self._shards is None:
            raise RuntimeError("this task was not prepared")
        if self._ring.keys() == set(wanted):
            return
        for number in [number for number in self._ring if number not in wanted]:
            del self._ring[number]
            self._shards.forget(number)
        for number in wanted:
            if number not in self._ring:
                self._ring[number] = self._shards.read(number)
        self._pairs = by_width([pair for number in wanted for pair in self._ring[number]])

    def losses(self, network: FSLNet, batch: MapBatch) -> Mapping[str, Tensor]:
        logits = network.judge(batch.merged)
        return {"total": nn.functional.binary_cross_entropy_with_logits(logits, batch.changed)}

    def validate(self, network: FSLNet) -> Report:
        return validate_maps(network, self.validation, self.device)

    def score(self, report: Report) -> float:
        """F1, less what false alarms cost."""
        return report.mean_f1 - self.config.validation.alarm_weight * report.false_alarms

    def best_words(self, score: float) -> str:
        return f"F1 less alarms {max(score, 0):.3f}"

    def export(
        self, best: Mapping[str, Any], out: Path, directory: Path, metadata: Mapping[str, Any]
    ) -> None:
        from featureshift.methods.fslnet.network.export import export_fslnet

        network = FSLNet(self.network_config)
        network.load_state_dict(best["model"])
        network.eval()
        names = read_split(out / SPLIT_NAME).validation
        shards = Shards(self.config, names, NULL, network.pair_maps, out / SHARDS_NAME)
        numbers = range(self.config.validation.null_shards)
        unshifted = [pair for number in numbers for pair in shards.read(number)]
        calibration = calibrate(network, unshifted)
        export_fslnet(network, directory, {**metadata, "calibration": calibration})


def ring_of(config: MapTrainConfig, step: int) -> range:
    """The numbers of the shards that are at hand in a step.

    >>> from featureshift.methods.fslnet.training.maps.config import MapStreamConfig
    >>> config = MapTrainConfig(stream=MapStreamConfig(ring=3, first=2, steps_per_shard=10))
    >>> [list(ring_of(config, step)) for step in (0, 15, 25)]
    [[0, 1], [0, 1, 2], [1, 2, 3]]
    """
    stream = config.stream
    made = stream.first + step // stream.steps_per_shard
    return range(max(0, made - stream.ring), made)
