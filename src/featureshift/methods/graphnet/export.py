"""A trained GraphNet as one small ONNX file and its entry in the manifest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from featureshift.methods.graphnet.channels import (
    EDGE_NAMES,
    EDGES_KEY,
    NODE_NAMES,
    NODES_KEY,
)
from featureshift.methods.graphnet.network import GraphNet, Graphs
from featureshift.methods.graphnet.relations.partners import PARTNERS
from featureshift.train.export import traced, write_graphs
from featureshift.weights.header import FORMAT

NETWORK = "graphnet"


class _Predict(nn.Module):
    def __init__(self, network: GraphNet, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, nodes: Tensor, partners: Tensor, edges: Tensor, linked: Tensor) -> Tensor:
        logits: Tensor = self.network(Graphs(nodes, partners, edges, linked))[-1]
        return logits / self.temperature


def export_graphnet(
    model: GraphNet,
    directory: Path,
    metadata: Mapping[str, Any],
    *,
    temperature: float = 1.0,
    partners: int = PARTNERS,
    name: str = NETWORK,
) -> None:
    """Write ``<name>.predict.onnx`` and the manifest's entry for it.

    It takes nodes [features, NODE_CHANNELS], partners [features, k] as int64, edges [features, k,
    EDGE_CHANNELS] and linked [features, k], and gives logits [features], divided by
    ``temperature``; the number of features is free.
    """
    header = {
        "format": str(FORMAT),
        "network": NETWORK,
        "config": json.dumps(model.config.to_dict()),
        EDGES_KEY: json.dumps(EDGE_NAMES),
        NODES_KEY: json.dumps(NODE_NAMES),
        "metadata": json.dumps(metadata, allow_nan=False),
    }
    was_training = model.training
    model.eval()
    try:
        graph = _graph(_Predict(model, temperature), len(NODE_NAMES), len(EDGE_NAMES), partners)
    finally:
        model.train(was_training)
    write_graphs({"predict": graph}, directory, name, NETWORK, header)


def _graph(model: _Predict, node_channels: int, edge_channels: int, k: int) -> Any:
    features = 23
    inputs = {
        "nodes": torch.rand(features, node_channels),
        "partners": torch.randint(features, (features, k)),
        "edges": torch.rand(features, k, edge_channels),
        "linked": torch.ones(features, k),
    }
    free = {0: torch.export.Dim("features", min=1)}
    return traced(model, inputs, dict.fromkeys(inputs, free), output="logits")
