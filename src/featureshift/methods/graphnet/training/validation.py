"""How a GraphNet fares on the pairs that were kept apart."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from featureshift.methods.graphnet.network import GraphNet
from featureshift.methods.graphnet.training.data import GraphBatch, GraphData
from featureshift.simulate import score

GRAPHS_AT_ONCE = 32


@dataclass(frozen=True)
class GraphReport:
    """How a model fares."""

    loss: float
    """What chooses the best model: it sees how sure a verdict is."""
    mean_f1: float
    """Mean over the manipulations of their F1."""
    f1: dict[str, float]
    false_alarms: float
    """Share of pairs without a shift in which any feature is called shifted."""
    pairs: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def graph_loss(logits: list[Tensor], batch: GraphBatch, early: float) -> Tensor:
    """Cross-entropy of the last verdict, and of earlier ones with a weight.

    A graph weighs with the root of its width: a table of 400 columns counts as 10 tables of 4, not
    as 100, and not as one.
    """
    graphs = batch.graphs
    if graphs.graph is None:
        raise TypeError("a batch says which graph each feature belongs to")
    widths = torch.bincount(graphs.graph, minlength=graphs.n_graphs)
    weights = widths.to(torch.float32).rsqrt()[graphs.graph]
    weights = weights / weights.sum()
    shares = [early] * (len(logits) - 1) + [1.0]
    losses = [
        share
        * nn.functional.binary_cross_entropy_with_logits(
            each, batch.changed, weights, reduction="sum"
        )
        for share, each in zip(shares, logits, strict=True)
    ]
    return torch.stack(losses).sum()


@torch.no_grad()
def validate_graphs(model: GraphNet, data: GraphData) -> GraphReport:
    """Score a model in evaluation mode; it is left as it was."""
    was_training = model.training
    model.eval()
    f1: dict[str, list[float]] = defaultdict(list)
    losses, alarms = [], []
    for chosen, batch in data.batches(GRAPHS_AT_ONCE):
        logits = model(batch.graphs)
        losses.append(float(graph_loss(logits[-1:], batch, 0.0)) * len(chosen))
        flags = (logits[-1] > 0).numpy()
        first = data.starts[chosen[0]]
        for index in chosen:
            span = slice(data.starts[index], data.starts[index + 1])
            flagged = flags[span.start - first : span.stop - first]
            if data.manipulations[index]:
                f1[data.manipulations[index]].append(score(data.changed[span], flagged).f1)
            else:
                alarms.append(bool(flagged.any()))
    model.train(was_training)
    means = {name: float(np.mean(f1[name])) for name in sorted(f1)}
    return GraphReport(
        loss=sum(losses) / len(data),
        mean_f1=float(np.mean(list(means.values()))) if means else 0.0,
        f1=means,
        false_alarms=float(np.mean(alarms)) if alarms else 0.0,
        pairs=len(data),
    )
