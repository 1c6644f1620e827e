"""How a GraphNet fares on the pairs that were kept apart."""

from __future__ import annotations

from collections import defaultdict

import torch
from torch import Tensor, nn

from featureshift.methods.graphnet.network import GraphNet
from featureshift.methods.graphnet.training.data import GraphBatch, GraphData
from featureshift.simulate import score
from featureshift.train.report import Report, summarize

GRAPHS_AT_ONCE = 32


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
def validate_graphs(model: GraphNet, data: GraphData, device: str = "cpu") -> Report:
    """Score a model in evaluation mode; it is left as it was."""
    was_training = model.training
    model.eval()
    f1: dict[str, list[float]] = defaultdict(list)
    losses, alarms = [], []
    for chosen, here in data.batches(GRAPHS_AT_ONCE):
        batch = here.to(device)
        logits = model(batch.graphs)
        losses.append(float(graph_loss(logits[-1:], batch, 0.0)) * len(chosen))
        flags = (logits[-1] > 0).cpu().numpy()
        first = data.starts[chosen[0]]
        for index in chosen:
            span = slice(data.starts[index], data.starts[index + 1])
            flagged = flags[span.start - first : span.stop - first]
            if data.manipulations[index]:
                f1[data.manipulations[index]].append(score(data.changed[span], flagged).f1)
            else:
                alarms.append(bool(flagged.any()))
    model.train(was_training)
    return summarize(f1, alarms, loss=sum(losses) / len(data), pairs=len(data))
