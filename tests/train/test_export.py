import hashlib
import json

import onnx
import onnxruntime
import torch

from featureshift.train.export import traced, write_graphs


def test_graphs_are_stamped_and_entered_in_the_manifest(tmp_path):
    network = torch.nn.Linear(3, 2).eval()
    free = {"input": {0: torch.export.Dim("rows", min=1)}}
    graph = traced(network, {"input": torch.rand(5, 3)}, free, output="found")
    for name in ("one", "two"):
        write_graphs({"predict": graph}, tmp_path, name, "line", {"network": "line"})
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert set(manifest["weights"]) == {"one", "two"}
    entry = manifest["weights"]["two"]
    assert entry["network"] == "line"
    path = tmp_path / entry["files"]["predict"]["file"]
    assert entry["files"]["predict"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    stored = onnx.load(path)
    assert {each.key: each.value for each in stored.metadata_props} == {"network": "line"}
    assert not any(node.metadata_props or node.doc_string for node in stored.graph.node)
    values = torch.rand(9, 3)
    (found,) = onnxruntime.InferenceSession(path).run(None, {"input": values.numpy()})
    assert torch.allclose(torch.from_numpy(found), network(values), atol=1e-5)
