import numpy as np
import pytest
import torch

from featureshift.methods.graphnet import export
from featureshift.methods.graphnet.config import GraphNetConfig
from featureshift.methods.graphnet.network import GraphNet, Graphs
from featureshift.weights import open_weights

NODES, EDGES, K = 7, 4, 3
NAMES = tuple(f"n{k}" for k in range(NODES)), tuple(f"e{k}" for k in range(EDGES))


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    return GraphNet(GraphNetConfig(hidden=16), NODES, EDGES).eval()


@pytest.fixture(scope="module")
def weights(network, tmp_path_factory):
    directory = tmp_path_factory.mktemp("weights")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(export, "NODE_NAMES", NAMES[0])
        patch.setattr(export, "EDGE_NAMES", NAMES[1])
        export.export_graphnet(network, directory, {"commit": "none"}, partners=K)
    return open_weights(directory)


def graph(n, seed=0):
    generator = torch.Generator().manual_seed(seed)
    linked = (torch.rand(n, K, generator=generator) > 0.2).float()
    linked[0] = 0  # a feature all alone
    return Graphs(
        torch.randn(n, NODES, generator=generator),
        torch.randint(n, (n, K), generator=generator),
        torch.randn(n, K, EDGES, generator=generator),
        linked,
    )


def test_features_permute(network):
    one = graph(9)
    order = torch.randperm(9, generator=torch.Generator().manual_seed(1))
    place = torch.argsort(order)
    other = Graphs(
        one.nodes[order], place[one.partners[order]], one.edges[order], one.linked[order]
    )
    assert torch.allclose(network(other)[-1], network(one)[-1][order], atol=1e-5)


def test_graphs_in_one_batch_do_not_see_each_other(network):
    graphs = [graph(n, seed=n) for n in (5, 8, 6)]
    offsets = np.cumsum([0, 5, 8])
    batch = Graphs(
        torch.cat([each.nodes for each in graphs]),
        torch.cat([each.partners + int(o) for each, o in zip(graphs, offsets, strict=True)]),
        torch.cat([each.edges for each in graphs]),
        torch.cat([each.linked for each in graphs]),
        torch.repeat_interleave(torch.arange(3), torch.tensor([5, 8, 6])),
        3,
    )
    apart = torch.cat([network(each)[-1] for each in graphs])
    assert torch.allclose(network(batch)[-1], apart, atol=1e-5)


def test_edges_without_a_partner_do_not_count(network):
    one = graph(6)
    noise = torch.randn(6, K, EDGES) * (1 - one.linked[..., None])
    other = one._replace(
        edges=one.edges + noise, partners=torch.where(one.linked > 0, one.partners, 0)
    )
    assert torch.allclose(network(one)[-1], network(other)[-1], atol=1e-6)


@pytest.mark.parametrize("n", [1, 8, 257])
def test_onnx_equals_torch(network, weights, n):
    assert weights.network == "graphnet"
    assert (weights.channels, weights.measures) == NAMES
    one = graph(n)
    found = weights.run(
        "predict",
        nodes=one.nodes.numpy(),
        partners=one.partners.numpy(),
        edges=one.edges.numpy(),
        linked=one.linked.numpy(),
    )
    with torch.no_grad():
        assert np.abs(found - network(one)[-1].numpy()).max() < 1e-4
