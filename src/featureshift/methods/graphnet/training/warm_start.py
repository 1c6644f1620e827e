"""A training that begins with weights of an earlier one, which may know fewer channels.

What is new enters with weights of zero: the first verdicts are those of the earlier network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from featureshift.methods.graphnet.channels import read_by
from featureshift.methods.graphnet.network import GraphNet


def take_weights(model: GraphNet, earlier: Mapping[str, Any], trained: str) -> None:
    """Weights of a checkpoint for a network that is scaled already; ``trained`` names them."""
    known = read_by(trained, earlier["node_names"], earlier["edge_names"])
    own = model.state_dict()
    made = {name: _fitted(own[name], values, known) for name, values in earlier["model"].items()}
    model.load_state_dict(made)


def _fitted(own: Tensor, earlier: Tensor, known: Sequence[list[int]]) -> Tensor:
    """Earlier weights where the last dimension is that of channels, spread among all of them.

    A scale (one dimension) keeps its own value for what is new; a matrix has zeros.
    """
    if own.shape == earlier.shape:
        return earlier
    places = next(places for places in known if len(places) == earlier.shape[-1])
    made = own.clone() if own.ndim == 1 else torch.zeros_like(own)
    made[..., places] = earlier
    return made
