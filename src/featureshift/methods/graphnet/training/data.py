"""The described pairs of a training in memory, and batches of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from featureshift.methods.graphnet.channels import (
    EDGE_CHANNELS,
    EDGE_NAMES,
    NODE_CHANNELS,
    NODE_NAMES,
    exchanged,
    in_family,
)
from featureshift.methods.graphnet.network import Graphs
from featureshift.simulate import RESAMPLING

TRACES = in_family(NODE_CHANNELS, "support") | in_family(NODE_CHANNELS, "margin")
"""What resampling leaves in a column, beside relations that broke: no value of it is new, and its
margin agrees too well. A network learns to suspect that, and would not look at relations."""
KINDS = in_family(NODE_CHANNELS, "kind")
"""Columns that differ in these have other margins."""
Real = TypeVar("Real", np.float16, np.float32)
ARRAYS = ("nodes", "partners", "edges", "linked", "changed")


class GraphBatch(NamedTuple):
    graphs: Graphs
    changed: Tensor
    """[n]: 1 where a feature is shifted."""

    def to(self, device: str) -> GraphBatch:
        graphs = self.graphs
        moved = graphs._replace(
            nodes=graphs.nodes.to(device),
            partners=graphs.partners.to(device),
            edges=graphs.edges.to(device),
            linked=graphs.linked.to(device),
            graph=None if graphs.graph is None else graphs.graph.to(device),
        )
        return GraphBatch(moved, self.changed.to(device))


@dataclass(frozen=True, eq=False)
class GraphData:
    """All graphs in one row after the other."""

    nodes: NDArray[np.float16]
    """[features, NODE_CHANNELS]"""
    partners: NDArray[np.int32]
    """Counted within each graph."""
    edges: NDArray[np.float16]
    """[features, partners, EDGE_CHANNELS]"""
    linked: NDArray[np.bool_]
    changed: NDArray[np.bool_]
    starts: NDArray[np.int64]
    """Where each graph begins, and where the last one ends."""
    manipulations: tuple[str, ...]
    """Of each graph; empty where nothing is shifted."""

    def __len__(self) -> int:
        return len(self.manipulations)

    def batch(
        self,
        chosen: Sequence[int] | NDArray[np.intp],
        swapped: NDArray[np.bool_],
        hidden: NDArray[np.bool_] | None = None,
        rng: np.random.Generator | None = None,
    ) -> GraphBatch:
        """Some graphs as one; of those that are ``swapped``, the tables change places.

        Of those that are ``hidden``, changed columns borrow the traces of columns left alone, which
        ``rng`` draws.
        """
        spans = [np.arange(self.starts[i], self.starts[i + 1]) for i in chosen]
        rows = np.concatenate(spans)
        sizes = np.array([len(span) for span in spans])
        graph = np.repeat(np.arange(len(spans)), sizes)
        offsets = np.cumsum(sizes) - sizes
        turned = swapped[graph]
        nodes = self.nodes[rows].astype(np.float32)
        edges = self.edges[rows].astype(np.float32)
        nodes[turned] = exchanged(nodes[turned], NODE_CHANNELS)
        edges[turned] = exchanged(edges[turned], EDGE_CHANNELS)
        if hidden is not None and rng is not None:
            for span in np.flatnonzero(hidden):
                inside = graph == span
                nodes[inside] = _borrowed(nodes[inside], self.changed[rows[inside]], rng)
        partners = self.partners[rows].astype(np.int64) + offsets[graph][:, None]
        graphs = Graphs(
            torch.from_numpy(nodes),
            torch.from_numpy(partners),
            torch.from_numpy(edges),
            torch.from_numpy(self.linked[rows].astype(np.float32)),
            torch.from_numpy(graph),
            len(spans),
        )
        return GraphBatch(graphs, torch.from_numpy(self.changed[rows].astype(np.float32)))

    def resampled(self, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of the chosen graphs are of values drawn again from the reference."""
        return np.array([self.manipulations[i] in RESAMPLING for i in chosen])

    def without_traces(self, rng: np.random.Generator) -> GraphData:
        """The same graphs, with the traces of resampled values hidden: queries have none."""
        nodes = self.nodes.copy()
        for graph in np.flatnonzero(self.resampled(np.arange(len(self)))):
            span = slice(self.starts[graph], self.starts[graph + 1])
            nodes[span] = _borrowed(nodes[span], self.changed[span], rng)
        return replace(self, nodes=nodes)

    def batches(self, size: int) -> Iterator[tuple[range, GraphBatch]]:
        """All graphs in order, as they are."""
        for first in range(0, len(self), size):
            chosen = range(first, min(first + size, len(self)))
            yield chosen, self.batch(chosen, np.zeros(len(chosen), np.bool_))


def _borrowed(
    nodes: NDArray[Real], changed: NDArray[np.bool_], rng: np.random.Generator
) -> NDArray[Real]:
    """One graph whose changed columns have the traces of unchanged ones of their kind, if any."""
    kinds = nodes[:, KINDS]
    for kind in np.unique(kinds[changed], axis=0):
        same = (kinds == kind).all(axis=1)
        takers, givers = np.flatnonzero(same & changed), np.flatnonzero(same & ~changed)
        if len(givers):
            from_whom = rng.choice(givers, len(takers))
            nodes[np.ix_(takers, TRACES)] = nodes[np.ix_(from_whom, TRACES)]
    return nodes


def read_shards(paths: Sequence[Path]) -> GraphData:
    """Shards as one; all must have the channels of this version."""
    parts: dict[str, list[NDArray[np.generic]]] = {name: [] for name in (*ARRAYS, "sizes", "names")}
    channels: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    for path in paths:
        with np.load(path) as shard:
            channels.add((tuple(shard["node_names"].tolist()), tuple(shard["edge_names"].tolist())))
            for name, arrays in parts.items():
                arrays.append(shard[name])
    if channels != {(NODE_NAMES, EDGE_NAMES)}:
        raise ValueError("these shards were described by another version; make them anew")
    joined = {name: np.concatenate(arrays) for name, arrays in parts.items()}
    starts = np.concatenate([[0], np.cumsum(joined.pop("sizes"))])
    manipulations = tuple(joined.pop("names").tolist())
    return GraphData(**joined, starts=starts, manipulations=manipulations)
