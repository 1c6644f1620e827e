"""A trained FSL-Net as two small ONNX files and a manifest, which is all that running it needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from featureshift.methods.fslnet.maps.drawn_kernels import DrawnKernels
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.train.export import OPSET, traced, write_graphs
from featureshift.weights.header import FORMAT

NETWORK = "fslnet"


class _Describe(nn.Module):
    def __init__(self, network: FSLNet) -> None:
        super().__init__()
        self.network = network

    def forward(self, values: Tensor, present: Tensor) -> Tensor:
        return self.network.describe(values, present).values


class _Predict(nn.Module):
    def __init__(self, network: FSLNet) -> None:
        super().__init__()
        self.network = network

    def forward(self, merged: Tensor) -> Tensor:
        return self.network.predict(merged)


def export_fslnet(
    model: FSLNet, directory: Path, metadata: Mapping[str, Any], *, name: str = NETWORK
) -> None:
    """Write ``<name>.describe.onnx``, ``<name>.predict.onnx`` and the manifest's entry for them.

    ``describe`` takes values and present, both float32 [rows, features], and gives the sums
    [t2 + t3, features]; it is not written if the network learns no maps. ``predict`` takes a
    merged map [t, features] and gives logits [features]. Row and column counts are free. Where
    kernels are drawn, ``kernels`` holds them, [kernels, taps + 1], the biases last.

    Parameters
    ----------
    metadata
        Where the weights come from, of plain values: ``corpus_sha256``, ``commit``, ``metrics``,
        ``trained_on`` (content hashes of the training tables), or whatever else should be kept.
    """
    header = _header(model, metadata)
    was_training = model.training
    model.eval()
    try:
        graphs = _graphs(model)
    finally:
        model.train(was_training)
    write_graphs(graphs, directory, name, NETWORK, header)


def _header(model: FSLNet, metadata: Mapping[str, Any]) -> dict[str, str]:
    config = model.config
    return {
        "format": str(FORMAT),
        "network": NETWORK,
        "config": json.dumps(config.to_dict()),
        "measures": json.dumps(config.measure_channels),
        "channels": json.dumps(config.channels),
        "metadata": json.dumps(metadata, allow_nan=False),
    }


def _graphs(model: FSLNet) -> dict[str, onnx.ModelProto]:
    device = next(model.parameters()).device
    # Two different sizes above 1: the exporter takes 1 for a constant, and equal ones for one.
    rows, features = 7, 83
    wide = torch.export.Dim("features", min=1)
    merged = torch.rand(model.config.merged_channels, features, device=device)
    inputs = {"merged": merged}
    graphs = {"predict": traced(_Predict(model), inputs, {"merged": {1: wide}}, output="logits")}
    if model.config.learned_channels:
        both = {0: torch.export.Dim("rows", min=1), 1: wide}
        cells = torch.rand(2, rows, features, device=device)
        graphs["describe"] = traced(
            _Describe(model),
            {"values": cells[0], "present": cells[1]},
            {"values": both, "present": both},
            output="sums",
        )
    if model.kernels is not None:
        graphs["kernels"] = _constant(model.kernels)
    return graphs


def _constant(kernels: DrawnKernels) -> onnx.ModelProto:
    """A graph without inputs that gives the kernels."""
    values = np.concatenate([kernels.weights, kernels.bias[:, None]], axis=1)
    shape = list(values.shape)
    output = onnx.helper.make_tensor_value_info("kernels", onnx.TensorProto.FLOAT, shape)
    stored = onnx.numpy_helper.from_array(values, "stored")
    node = onnx.helper.make_node("Identity", ["stored"], ["kernels"])
    graph = onnx.helper.make_graph([node], "kernels", [], [output], [stored])
    opset = onnx.helper.make_opsetid("", OPSET)
    return onnx.helper.make_model(graph, opset_imports=[opset], ir_version=10)
