"""How GraphNet is trained: on pairs described once and kept in shards, in random batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from featureshift.corpus.training.split import SPLIT_NAME, Split, read_split
from featureshift.methods.graphnet.channels import EDGE_NAMES, NODE_NAMES, check_channels
from featureshift.methods.graphnet.config import GraphNetConfig
from featureshift.methods.graphnet.network import GraphNet
from featureshift.methods.graphnet.training.calibration import calibrate
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.methods.graphnet.training.data import GraphBatch, GraphData, read_shards
from featureshift.methods.graphnet.training.shards import (
    NULL,
    SHARDS_NAME,
    TRAINING,
    VALIDATION,
    make_missing,
    makers,
)
from featureshift.methods.graphnet.training.validation import graph_loss, validate_graphs
from featureshift.methods.graphnet.training.warm_start import take_weights
from featureshift.train.checkpoint import load
from featureshift.train.report import Report
from featureshift.train.schedule import Schedule
from featureshift.train.seeds import Branch
from featureshift.train.session import Session
from featureshift.train.task import Rules, Task

SCALED_GRAPHS = 2000
"""Graphs whose channels decide the scale of the inputs."""
LEAST_SPREAD = 1e-2
"""Of a channel that hardly varies in training: elsewhere it may."""


class GraphNetTask(Task[GraphTrainConfig, GraphNet, GraphBatch]):
    """Trains ``GraphNet``; the average of its weights counts."""

    config_class = GraphTrainConfig
    free = frozenset(("workers", "null_shards", "copula_null_shards"))
    keeps_preparations = True

    def __init__(self, config: GraphTrainConfig) -> None:
        super().__init__(config)
        self.network_config = GraphNetConfig.from_dict(config.network)
        self.data: dict[str, GraphData] = {}
        """``TRAINING`` and ``VALIDATION``, once prepared."""

    @property
    def rules(self) -> Rules:
        optimizer = self.config.optimizer
        return Rules(
            schedule=Schedule(
                optimizer.learning_rate,
                warmup_steps=optimizer.warmup_steps,
                total_steps=optimizer.steps,
            ),
            batch=optimizer.batch,
            validate_every=self.config.validate_every,
            clip=optimizer.clip,
            average=optimizer.average,
        )

    @property
    def validation_tables(self) -> int:
        return self.config.validation_tables

    @property
    def least_features(self) -> int:
        return self.config.example.features[0]

    def prepare(self, split: Split, out: Path, session: Session) -> bool:
        for part, names in ((VALIDATION, split.validation), (TRAINING, split.training)):
            paths = described(self.config, names, part, out, session)
            if paths is None:
                return False
            self.data[part] = read_shards(paths)
        self.data[VALIDATION] = _without_traces(self.data[VALIDATION], self.config)
        return True

    def initial_network(self) -> GraphNet:
        """Random weights of the seed, or those of ``start``; inputs scaled by the first graphs."""
        torch.manual_seed(Branch.GRAPHNET_WEIGHTS.seed(self.config.seed))
        data = self.data[TRAINING]
        model = GraphNet(self.network_config, len(NODE_NAMES), len(EDGE_NAMES))
        few = slice(0, int(data.starts[min(SCALED_GRAPHS, len(data))]))
        linked = data.edges[few][data.linked[few]]
        for scale, seen in ((model.node_scale, data.nodes[few]), (model.edge_scale, linked)):
            values = torch.from_numpy(seen.astype(np.float32))
            scale.mean.copy_(values.mean(dim=0))
            scale.spread.copy_(values.std(dim=0) + LEAST_SPREAD)
        if self.config.start:
            take_weights(model, load(Path(self.config.start)), self.config.start)
        return model

    def optimizer(self, network: GraphNet) -> torch.optim.Optimizer:
        rules = self.config.optimizer
        return torch.optim.AdamW(
            network.parameters(), lr=rules.learning_rate, weight_decay=rules.weight_decay
        )

    def next_batch(self, step: int) -> GraphBatch:
        rules, data = self.config.optimizer, self.data[TRAINING]
        rng = Branch.GRAPHNET_BATCH.generator(self.config.seed, step)
        chosen = rng.integers(len(data), size=rules.batch)
        swapped = rng.random(rules.batch) < 0.5
        hidden = data.resampled(chosen) & (rng.random(rules.batch) < rules.hidden_traces)
        return data.batch(chosen, swapped, hidden, rng).to(self.device)

    def losses(self, network: GraphNet, batch: GraphBatch) -> Mapping[str, Tensor]:
        early = self.config.optimizer.early_rounds
        return {"total": graph_loss(network(batch.graphs), batch, early)}

    def validate(self, network: GraphNet) -> Report:
        return validate_graphs(network, self.data[VALIDATION], self.device)

    def score(self, report: Report) -> float:
        """The loss, since it sees how sure a verdict is."""
        return -report.loss

    def best_words(self, score: float) -> str:
        return f"validation loss {-score:.4f}"

    def known(self, network: GraphNet) -> dict[str, Any]:
        del network
        return {"node_names": list(NODE_NAMES), "edge_names": list(EDGE_NAMES)}

    def export(
        self, best: Mapping[str, Any], out: Path, directory: Path, metadata: Mapping[str, Any]
    ) -> None:
        from featureshift.methods.graphnet.export import export_graphnet

        check_channels(f"the weights in {out}", best["node_names"], best["edge_names"])
        model = GraphNet(self.network_config, len(NODE_NAMES), len(EDGE_NAMES))
        model.load_state_dict(best["model"])
        calibration = calibrate(model, *_kept_apart(self.config, out))
        metadata = {**metadata, "calibration": calibration.to_dict()}
        temperature = calibration.temperature
        export_graphnet(model, directory, metadata, temperature=temperature)


def described(
    config: GraphTrainConfig, names: tuple[str, ...], part: str, out: Path, session: Session
) -> list[Path] | None:
    """The shards of a part; None when the session ended before all of them were described."""
    work = makers(config, names, part, out / SHARDS_NAME)
    total = sum(count for _, count in work)
    paths: list[Path] = []
    for maker, count in work:
        told = _counted_on(session.prepared, len(paths), total)
        made = make_missing(maker, count, config.workers, told, session.is_over)
        if len(made) < count:
            return None
        paths += made
    return paths


def _counted_on(
    prepared: Callable[[int, int], None], before: int, total: int
) -> Callable[[int], None]:
    return lambda new: prepared(before + new, total)


def _kept_apart(config: GraphTrainConfig, out: Path) -> list[GraphData]:
    """Pairs that validated the training, then those without a shift.

    They are described anew where their files are gone.
    """
    names = read_split(out / SPLIT_NAME).validation
    made = [described(config, names, part, out, Session()) for part in (VALIDATION, NULL)]
    return [_without_traces(read_shards(paths), config) for paths in made if paths]


def _without_traces(data: GraphData, config: GraphTrainConfig) -> GraphData:
    return data.without_traces(Branch.GRAPHNET_HIDDEN_TRACES.generator(config.seed))
