"""GraphNet: message passing between the features of one graph, one logit a feature.

No convolution along the columns, so their order cannot matter. A message from a partner is gated by
what the partner itself looks like by then: "our correlation broke, but you look broken".
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from featureshift.methods.graphnet.config import GraphNetConfig

LOGIT_LIMIT = 8.0
"""Beyond it a partner is as good as decided, and messages need not know by how much."""
NOBODY = -1e4
"""What the maximum over partners finds where there is none, before it is set to 0."""


class Graphs(NamedTuple):
    """One graph, or several with their features in one row after the other."""

    nodes: Tensor
    """[n, node channels]"""
    partners: Tensor
    """[n, k], counted over all graphs."""
    edges: Tensor
    """[n, k, edge channels]"""
    linked: Tensor
    """[n, k]: 1 where there is a partner, 0 elsewhere."""
    graph: Tensor | None = None
    """Which graph each feature belongs to, [n]; None: all to one."""
    n_graphs: int = 1


class Standardize(nn.Module):
    """Channels to mean 0 and variance 1, by statistics that are set once."""

    mean: Tensor
    spread: Tensor

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("spread", torch.ones(channels))

    def forward(self, x: Tensor) -> Tensor:
        return (x - self.mean) / self.spread


class Round(nn.Module):
    """Messages along the edges, gated by both ends, and a summary of the whole graph."""

    def __init__(self, hidden: int, edge_channels: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(hidden)
        self.own = nn.Linear(hidden, hidden)
        self.partner = nn.Linear(hidden + 1, hidden)
        self.edge = nn.Linear(edge_channels, hidden)
        self.message = nn.Linear(hidden, hidden)
        self.gate = nn.Linear(hidden, hidden)
        self.update = nn.Sequential(
            nn.Linear(5 * hidden, 2 * hidden), nn.GELU(), nn.Linear(2 * hidden, hidden)
        )

    def forward(self, state: Tensor, logits: Tensor, edges: Tensor, graphs: Graphs) -> Tensor:
        x = self.norm(state)
        seen = torch.cat([x, logits.clamp(-LOGIT_LIMIT, LOGIT_LIMIT)], dim=1)
        mixed = self.own(x)[:, None] + self.partner(seen)[graphs.partners] + self.edge(edges)
        mixed = nn.functional.gelu(mixed)
        linked = graphs.linked[..., None]
        messages = self.message(mixed) * torch.sigmoid(self.gate(mixed)) * linked
        mean = messages.sum(dim=1) / linked.sum(dim=1).clamp(min=1.0)
        most = (messages + NOBODY * (1 - linked)).amax(dim=1)
        most = most * linked.amax(dim=1)
        step: Tensor = self.update(torch.cat([x, mean, most, *_summary(x, graphs)], dim=1))
        return state + step


class GraphNet(nn.Module):
    """Logits of features from their graph.

    >>> _ = torch.manual_seed(0)
    >>> network = GraphNet(GraphNetConfig(hidden=8), node_channels=5, edge_channels=3).eval()
    >>> nodes, edges = torch.randn(4, 5), torch.randn(4, 2, 3)
    >>> partners = torch.tensor([[1, 2], [0, 3], [3, 0], [1, 0]])
    >>> network(Graphs(nodes, partners, edges, torch.ones(4, 2)))[-1].shape
    torch.Size([4])
    """

    def __init__(self, config: GraphNetConfig, node_channels: int, edge_channels: int) -> None:
        super().__init__()
        self.config = config
        hidden = config.hidden
        self.node_scale, self.edge_scale = Standardize(node_channels), Standardize(edge_channels)
        self.start = nn.Sequential(
            nn.Linear(node_channels, 2 * hidden), nn.GELU(), nn.Linear(2 * hidden, hidden)
        )
        self.rounds = nn.ModuleList(Round(hidden, edge_channels) for _ in range(config.rounds))
        self.heads = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(hidden), nn.Linear(hidden, 1))
            for _ in range(config.rounds + 1)
        )

    def forward(self, graphs: Graphs) -> list[Tensor]:
        """Logits [n] after the start and after each round; the last are the verdict."""
        state = self.start(self.node_scale(graphs.nodes))
        edges = self.edge_scale(graphs.edges)
        logits = [self.heads[0](state)]
        for passing, head in zip(self.rounds, self.heads[1:], strict=True):
            state = passing(state, logits[-1], edges, graphs)
            logits.append(head(state))
        return [each.squeeze(1) for each in logits]


def _summary(x: Tensor, graphs: Graphs) -> tuple[Tensor, Tensor]:
    """Mean and maximum over the features of each graph, given to each of them, [n, hidden]."""
    if graphs.graph is None:
        return x.mean(dim=0, keepdim=True).expand_as(x), x.amax(dim=0, keepdim=True).expand_as(x)
    shape = (graphs.n_graphs, x.shape[1])
    counts = torch.bincount(graphs.graph, minlength=graphs.n_graphs)[:, None]
    mean = x.new_zeros(shape).index_add(0, graphs.graph, x) / counts
    index = graphs.graph[:, None].expand_as(x)
    most = x.new_full(shape, NOBODY).scatter_reduce(0, index, x, "amax")
    return mean[graphs.graph], most[graphs.graph]
