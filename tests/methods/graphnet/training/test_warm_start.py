"""A network that begins with earlier weights judges as they did."""

import torch

from featureshift.methods.graphnet.channels import EDGE_NAMES, NODE_NAMES
from featureshift.methods.graphnet.config import GraphNetConfig
from featureshift.methods.graphnet.network import GraphNet, Graphs
from featureshift.methods.graphnet.training.warm_start import take_weights

NODES, EDGES = NODE_NAMES[3:20], EDGE_NAMES[2:7]


def graphs(nodes, edges):
    torch.manual_seed(1)
    partners = torch.tensor([[1, 2], [0, 3], [3, 0], [1, 0]])
    return Graphs(torch.randn(4, nodes), partners, torch.randn(4, 2, edges), torch.ones(4, 2))


def test_verdicts_are_those_of_the_earlier_network():
    earlier = GraphNet(GraphNetConfig(hidden=8), len(NODES), len(EDGES)).eval()
    earlier.node_scale.mean.uniform_()
    model = GraphNet(GraphNetConfig(hidden=8), len(NODE_NAMES), len(EDGE_NAMES)).eval()
    model.node_scale.spread.fill_(7.0)
    known = {"model": earlier.state_dict(), "node_names": NODES, "edge_names": EDGES}
    take_weights(model, known, "earlier weights")
    now = graphs(len(NODE_NAMES), len(EDGE_NAMES))
    before = now._replace(nodes=now.nodes[:, 3:20], edges=now.edges[:, :, 2:7])
    assert torch.allclose(model(now)[-1], earlier(before)[-1], atol=1e-6)
    assert model.node_scale.spread[0] == 7
    assert model.node_scale.spread[3] == 1
