"""Networks as ONNX files that name no machine, and the manifest that knows their hashes."""

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

from featureshift.weights.header import FORMAT, MANIFEST
from featureshift.written_whole import write_text, written_whole

OPSET = 18
"""The opset torch exports natively; converting it further down is not robust."""


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
        with written_whole(directory / f"{name}.{role}.onnx") as beside:
            beside.write_bytes(content)
        files[role] = {"file": f"{name}.{role}.onnx", "sha256": hashlib.sha256(content).hexdigest()}
    _record(directory / MANIFEST, name, network, files)


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
    write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", path)
