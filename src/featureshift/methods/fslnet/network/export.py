"""A trained FSL-Net as two small ONNX files and a manifest, which is all that running it needs."""

from __future__ import annotations

import hashlib
import json
import logging
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.weights.header import FORMAT, MANIFEST

OPSET = 18
"""The opset torch exports natively; converting it further down is not robust."""
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
    merged map [t, features] and gives logits [features]. Row and column counts are free.

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


def write_graphs(
    graphs: Mapping[str, onnx.ModelProto],
    directory: Path,
    name: str,
    network: str,
    header: Mapping[str, str],
) -> None:
    """Write ``<name>.<role>.onnx`` for each role, stamped, and enter them in the manifest."""
    directory.mkdir(parents=True, exist_ok=True)
    files = {}
    for role, graph in graphs.items():
        _stamp(graph, header)
        content = graph.SerializeToString(deterministic=True)
        (directory / f"{name}.{role}.onnx").write_bytes(content)
        files[role] = {"file": f"{name}.{role}.onnx", "sha256": hashlib.sha256(content).hexdigest()}
    _record(directory / MANIFEST, name, network, files)


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
    return graphs


def traced(
    module: nn.Module, inputs: dict[str, Tensor], dynamic_shapes: dict[str, Any], *, output: str
) -> onnx.ModelProto:
    """The graph of a module; ``dynamic_shapes`` says which sizes of its inputs are free."""
    with _quiet():
        program = torch.onnx.export(
            module,
            kwargs=inputs,
            dynamic_shapes=dynamic_shapes,
            input_names=list(inputs),
            output_names=[output],
            opset_version=OPSET,
            dynamo=True,
            verbose=False,
        )
    if program is None:
        raise RuntimeError("torch.onnx.export returned nothing")
    graph: onnx.ModelProto = program.model_proto
    return graph


@contextmanager
def _quiet() -> Iterator[None]:
    """The exporter warns about its own dependencies, and logs that torchvision is not there."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)


def _stamp(graph: onnx.ModelProto, header: Mapping[str, str]) -> None:
    del graph.metadata_props[:]
    for key, value in header.items():
        graph.metadata_props.add(key=key, value=value)
    # Stack traces of this machine, several times the size of the weights.
    for node in graph.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    for value_info in graph.graph.value_info:
        del value_info.metadata_props[:]


def _record(path: Path, name: str, network: str, files: Mapping[str, Mapping[str, str]]) -> None:
    manifest: dict[str, Any] = {"format": FORMAT, "weights": {}}
    if path.exists():
        manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["weights"][name] = {"network": network, "files": files}
    path.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")
