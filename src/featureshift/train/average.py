"""A moving average of the weights, which varies less than they do."""

from __future__ import annotations

import torch
from torch import nn

WARMUP = 10
"""Steps in which the average forgets where it began."""


@torch.no_grad()
def follow(mean: nn.Module, now: nn.Module, *, kept: float, step: int) -> None:
    """Move the parameters of ``mean`` towards those of ``now``, as after step number ``step``.

    ``kept`` is the share of the average that stays at each step; less stays in the first ones.
    """
    share = min(kept, step / (step + WARMUP))
    for old, new in zip(mean.parameters(), now.parameters(), strict=True):
        old.lerp_(new, 1 - share)
