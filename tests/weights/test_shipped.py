"""What ships is what was trained: the exported graphs beside their checkpoints in torch."""

from pathlib import Path

import numpy as np
import torch

from featureshift.methods.fslnet.training.task import best_model
from featureshift.methods.graphnet.config import GraphNetConfig
from featureshift.methods.graphnet.network import GraphNet, Graphs
from featureshift.methods.graphnet.relations.partners import PARTNERS
from featureshift.train import checkpoint
from featureshift.weights import open_weights

CHECKPOINTS = Path(__file__).parents[2] / "checkpoints"


@torch.no_grad()
def test_fslnet_equals_its_checkpoint(rng):
    torch.set_num_threads(1)
    model, _ = best_model(CHECKPOINTS / "fslnet")
    weights = open_weights("fslnet")
    values = rng.random((40, 90), dtype=np.float32)
    present = (rng.random((40, 90)) < 0.9).astype(np.float32)
    merged = rng.random((model.config.merged_channels, 90), dtype=np.float32)
    sums = model.describe(torch.from_numpy(values), torch.from_numpy(present)).values
    found = weights.run("describe", values=values, present=present)
    np.testing.assert_allclose(found / 40, sums / 40, atol=1e-4)
    logits = model.predict(torch.from_numpy(merged))
    np.testing.assert_allclose(weights.run("predict", merged=merged), logits, atol=1e-4)


@torch.no_grad()
def test_graphnet_equals_its_checkpoint(rng):
    content = checkpoint.load(CHECKPOINTS / "graphnet" / checkpoint.BEST)
    channels = len(content["node_names"]), len(content["edge_names"])
    model = GraphNet(GraphNetConfig.from_dict(content["config"]["network"]), *channels).eval()
    model.load_state_dict(content["model"])
    weights = open_weights("graphnet")
    assert list(weights.channels) == list(content["node_names"])
    assert list(weights.measures) == list(content["edge_names"])
    inputs = {
        "nodes": rng.normal(size=(50, channels[0])).astype(np.float32),
        "partners": rng.integers(50, size=(50, PARTNERS)),
        "edges": rng.normal(size=(50, PARTNERS, channels[1])).astype(np.float32),
        "linked": (rng.random((50, PARTNERS)) < 0.8).astype(np.float32),
    }
    logits = model(Graphs(*map(torch.from_numpy, inputs.values())))[-1]
    temperature = weights.metadata["calibration"]["temperature"]
    np.testing.assert_allclose(weights.run("predict", **inputs), logits / temperature, atol=1e-4)
