import hashlib
import json

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.export import export_fslnet
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.weights.header import HEADER

SMALL = {"moment_kernels": 8, "embedding_kernels": 8, "prediction_kernels": 8}
SMALL |= {"embedding_layers": 1, "prediction_layers": 1, "cells": (10,)}


def exported(directory, **changes):
    torch.manual_seed(1)
    network = FSLNet(FSLNetConfig(**changes))
    t1 = len(network.config.measure_channels)
    network(torch.rand(1, 40, 20), torch.rand(1, 40, 20), *torch.rand(2, 1, t1, 20))
    export_fslnet(network, directory, {"commit": "abc", "metrics": {"f1": 0.5}})
    assert network.training
    return network.eval(), directory


@pytest.fixture(scope="module")
def default(tmp_path_factory):
    return exported(tmp_path_factory.mktemp("default"))


def session(directory, role):
    return onnxruntime.InferenceSession(str(directory / f"fslnet.{role}.onnx"))


def assert_parity(network, directory, shapes):
    describe, predict = (session(directory, role) for role in ("describe", "predict"))
    with torch.no_grad():
        for rows, features in shapes:
            values = torch.rand(rows, features)
            present = (torch.rand(rows, features) < 0.9).float()
            merged = torch.rand(network.config.merged_channels, features)
            sums = describe.run(None, {"values": values.numpy(), "present": present.numpy()})[0]
            expected = network.describe(values, present).values
            np.testing.assert_allclose(sums / rows, expected / rows, atol=1e-4)
            logits = predict.run(None, {"merged": merged.numpy()})[0]
            np.testing.assert_allclose(logits, network.predict(merged), atol=1e-4)


def test_torch_and_onnx_agree_at_any_size(default):
    shapes = [(1, 1), (5, 8), (33, 9), (3, 257), (2, 2_000), (1, 10_000), (300, 2)]
    assert_parity(*default, shapes)


def test_attention_agrees_at_any_size(tmp_path):
    # Rows and columns are both free here, and the windows overlap: the hardest graph of all.
    attention = {"embedding_attention": True, "attention_overlapping": True}
    made = exported(tmp_path, **SMALL, **attention, use_moments=False)
    assert_parity(*made, [(1, 1), (5, 8), (7, 9), (3, 257), (2, 1_000)])


def test_files_hold_their_weights_and_nothing_else(default):
    _, directory = default
    assert {path.name for path in directory.iterdir()} == {
        "fslnet.describe.onnx",
        "fslnet.predict.onnx",
        "manifest.json",
    }
    for role, parameters in (("describe", 191_680), ("predict", 397_313)):
        path = directory / f"fslnet.{role}.onnx"
        assert path.stat().st_size < 4 * parameters + 60_000
        graph = onnx.load(path)
        assert not any(node.metadata_props or node.doc_string for node in graph.graph.node)


def test_header_and_manifest(default):
    network, directory = default
    manifest = json.loads((directory / "manifest.json").read_text())
    for role, file in manifest["weights"]["fslnet"]["files"].items():
        content = (directory / file["file"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        header = session(directory, role).get_modelmeta().custom_metadata_map
        assert set(header) == set(HEADER)
        assert FSLNetConfig.from_dict(json.loads(header["config"])) == network.config
        assert tuple(json.loads(header["channels"])) == network.config.channels
        assert json.loads(header["metadata"]) == {"commit": "abc", "metrics": {"f1": 0.5}}


def test_without_learned_maps_there_is_no_describe_and_other_names_stay(tmp_path):
    network = FSLNet(FSLNetConfig(**SMALL, use_moments=False, use_embedding=False))
    for name in ("one", "two"):
        export_fslnet(network, tmp_path, {}, name=name)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert set(manifest["weights"]) == {"one", "two"}
    assert set(manifest["weights"]["two"]["files"]) == {"predict"}
    assert {path.name for path in tmp_path.iterdir()} == {
        "one.predict.onnx",
        "two.predict.onnx",
        "manifest.json",
    }


def test_the_studentized_recipe_agrees_at_any_width(tmp_path):
    torch.manual_seed(1)
    changes = {"prediction_merge": "studentized", "moment_drawn": True, "use_cells": True}
    changes |= {"use_embedding": False, "prediction_context": True, "prediction_kernel_size": 1}
    config = FSLNetConfig(**changes, prediction_kernels=8, prediction_layers=2, moment_kernels=8)
    network = FSLNet(config)
    network.judge(torch.rand(3, config.merged_channels, 20))
    export_fslnet(network, tmp_path, {})
    kernels = session(tmp_path, "kernels").run(None, {})[0]
    np.testing.assert_array_equal(kernels[:, :-1], network.kernels.weights)
    np.testing.assert_array_equal(kernels[:, -1], network.kernels.bias)
    predict = session(tmp_path, "predict")
    with torch.no_grad():
        for features in (1, 9, 257, 10_000):
            merged = torch.rand(config.merged_channels, features)
            logits = predict.run(None, {"merged": merged.numpy()})[0]
            np.testing.assert_allclose(logits, network.eval().predict(merged), atol=1e-4)
