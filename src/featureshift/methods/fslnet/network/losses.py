"""What FSL-Net is trained on: cross-entropy of the verdict, and locality of the learned maps."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from featureshift.methods.fslnet.network.model import FSLNetOutput

LAMBDA = 0.001
"""The paper's weight of the auxiliary loss."""

RATIO_FLOOR = 1e-3
"""Smallest denominator of the auxiliary ratio. Maps are of order 1, so a shift that moved the
maps by less teaches nothing about locality, and its ratio would have a gradient without bound."""


class LossParts(NamedTuple):
    total: Tensor
    cross_entropy: Tensor
    auxiliary: Tensor


def fslnet_loss(output: FSLNetOutput, shifted: Tensor, lam: float = LAMBDA) -> LossParts:
    """Mean over the examples of cross-entropy + lam * auxiliary, given ``shifted`` [G, d].

    The cross-entropy is the *mean* over features. The paper prints a sum, by which a table of 256
    columns would weigh as much as 32 tables of 8 and lambda would change meaning with the width.

    >>> maps = torch.zeros(1, 2, 3)
    >>> output = FSLNetOutput(torch.zeros(1, 3), maps, maps)
    >>> fslnet_loss(output, torch.tensor([[True, False, False]])).total
    tensor(0.6931)
    """
    cross_entropy = nn.functional.binary_cross_entropy_with_logits(
        output.logits, shifted.to(output.logits.dtype)
    )
    auxiliary = _locality(output.maps_reference, output.maps_query, shifted).mean()
    return LossParts(cross_entropy + lam * auxiliary, cross_entropy, auxiliary)


def _locality(reference: Tensor, query: Tensor, shifted: Tensor) -> Tensor:
    """Squared change of the maps over unshifted features / over shifted ones, [G].

    0 where one of the two sets is empty: there is no ratio then, and the cross-entropy says it all.
    """
    unknown = torch.isnan(reference) | torch.isnan(query)
    change = reference.masked_fill(unknown, 0.0) - query.masked_fill(unknown, 0.0)
    squared = (change**2).sum(dim=-2)  # [G, d]
    within = (squared * shifted).sum(dim=-1)
    outside = (squared * ~shifted).sum(dim=-1)
    both = shifted.any(dim=-1) & ~shifted.all(dim=-1)
    return torch.where(both, outside / (within + RATIO_FLOOR), 0.0)
