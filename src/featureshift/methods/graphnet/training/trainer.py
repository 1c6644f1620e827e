"""The training loop of GraphNet: steps, a moving average of the weights, checkpoints."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from featureshift.methods.graphnet.config import GraphNetConfig
from featureshift.methods.graphnet.network import GraphNet
from featureshift.methods.graphnet.training.config import GraphOptimizerConfig, GraphTrainConfig
from featureshift.methods.graphnet.training.data import GraphData
from featureshift.methods.graphnet.training.validation import (
    GraphReport,
    graph_loss,
    validate_graphs,
)
from featureshift.train import checkpoint
from featureshift.train.config import to_dict
from featureshift.train.log import LOG_NAME, Log
from featureshift.train.seeds import Branch

SCALED_GRAPHS = 2000
"""Graphs whose channels decide the scale of the inputs."""
LEAST_SPREAD = 1e-2
"""Of a channel that hardly varies in training: elsewhere it may."""
Watch = Callable[[int, float], None]
"""Told after each step its number, and the lowest validation loss so far."""


class GraphTrainer:
    """Trains in a directory; ``run`` may be called again after ``restore``."""

    def __init__(
        self, config: GraphTrainConfig, data: GraphData, validation: GraphData, out: Path
    ) -> None:
        self.config, self.out = config, out
        self._data, self._validation = data, validation
        self.model = initial_graphnet(config, data)
        self.averaged = copy.deepcopy(self.model).eval()
        rules = config.optimizer
        self._optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=rules.learning_rate, weight_decay=rules.weight_decay
        )
        self._log = Log(out / LOG_NAME)
        self.step, self.seconds, self.best, self._losses = 0, 0.0, math.inf, 0.0

    def run(self, watch: Watch | None = None, stop: Callable[[], bool] = lambda: False) -> str:
        """Train until the last step ("steps") or until told to stop ("session")."""
        started, before = time.monotonic(), self.seconds
        self.model.train()
        while self.step < self.config.optimizer.steps:
            self._take_step()
            self.seconds = before + time.monotonic() - started
            last = self.step == self.config.optimizer.steps
            if self.step % self.config.validate_every == 0 or last:
                self._validate()
            elif self.step % self.config.log_every == 0:
                self._write(None)
            if watch is not None:
                watch(self.step, self.best)
            if stop() and not last:
                self.save()
                return "session"
        self.save()
        return "steps"

    def _take_step(self) -> None:
        rules = self.config.optimizer
        rng = Branch.GRAPHNET_BATCH.generator(self.config.seed, self.step)
        chosen = rng.integers(len(self._data), size=rules.batch)
        swapped = rng.random(rules.batch) < 0.5
        hidden = self._data.resampled(chosen) & (rng.random(rules.batch) < rules.hidden_traces)
        batch = self._data.batch(chosen, swapped, hidden, rng)
        for group in self._optimizer.param_groups:
            group["lr"] = learning_rate(rules, self.step)
        self._optimizer.zero_grad(set_to_none=True)
        loss = graph_loss(self.model(batch.graphs), batch, rules.early_rounds)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), rules.clip)
        self._optimizer.step()
        self.step += 1
        self._losses += float(loss.detach())
        self._average(min(rules.average, self.step / (self.step + 10)))

    @torch.no_grad()
    def _average(self, kept: float) -> None:
        for mean, now in zip(self.averaged.parameters(), self.model.parameters(), strict=True):
            mean.lerp_(now, 1 - kept)

    def _validate(self) -> None:
        report = validate_graphs(self.averaged, self._validation)
        if report.loss < self.best:
            self.best = report.loss
            content = {"model": self.averaged.state_dict(), "report": report.to_dict()}
            self._save(content, checkpoint.BEST)
        self._write(report)
        self.save()

    def _write(self, report: GraphReport | None) -> None:
        every = self.step % self.config.log_every or self.config.log_every
        line: dict[str, Any] = {
            "step": self.step,
            "seconds": round(self.seconds, 1),
            "loss": self._losses / every,
        }
        if report is not None:
            line["validation"] = report.to_dict()
        self._log.write(line)
        self._losses = 0.0

    def save(self) -> None:
        """Write the last checkpoint."""
        content = {
            "model": self.model.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "seconds": self.seconds,
            "best": self.best,
            "losses": self._losses,
        }
        self._save(content, checkpoint.LAST)

    def _save(self, content: dict[str, Any], name: str) -> None:
        channels = {
            "node_names": list(self._data.node_names),
            "edge_names": list(self._data.edge_names),
        }
        known = {"step": self.step, "config": to_dict(self.config), **channels}
        checkpoint.save({**content, **known}, self.out / name)

    def restore(self) -> None:
        """Continue from the last checkpoint: the weights will be as if nothing had happened."""
        content = checkpoint.load(self.out / checkpoint.LAST)
        self.model.load_state_dict(content["model"])
        self.averaged.load_state_dict(content["averaged"])
        self._optimizer.load_state_dict(content["optimizer"])
        self.step, self.seconds = content["step"], content["seconds"]
        self.best, self._losses = content["best"], content["losses"]
        self._log.forget_after(self.step)


def initial_graphnet(config: GraphTrainConfig, data: GraphData) -> GraphNet:
    """Random weights of the seed; inputs scaled by the first graphs."""
    torch.manual_seed(Branch.GRAPHNET_WEIGHTS.seed(config.seed))
    network = GraphNetConfig.from_dict(config.network)
    model = GraphNet(network, len(data.node_names), len(data.edge_names))
    few = slice(0, int(data.starts[min(SCALED_GRAPHS, len(data))]))
    linked = data.edges[few][data.linked[few]]
    for scale, seen in ((model.node_scale, data.nodes[few]), (model.edge_scale, linked)):
        values = torch.from_numpy(seen.astype(np.float32))
        scale.mean.copy_(values.mean(dim=0))
        scale.spread.copy_(values.std(dim=0) + LEAST_SPREAD)
    return model


def learning_rate(rules: GraphOptimizerConfig, step: int) -> float:
    """Warm-up, then a cosine to 1 % of the highest."""
    warm = min(1.0, (step + 1) / max(1, rules.warmup_steps))
    height = 0.5 * (1 + math.cos(math.pi * step / max(1, rules.steps)))
    return rules.learning_rate * warm * (0.01 + 0.99 * height)
