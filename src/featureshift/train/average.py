"""A moving average of the weights and running statistics, which varies less than they do."""

from __future__ import annotations

import torch
from torch import nn

WARMUP = 10
"""Steps in which the average forgets where it began."""


@torch.no_grad()
def follow(mean: nn.Module, now: nn.Module, *, kept: float, step: int) -> None:
    """Move the weights of ``mean`` towards those of ``now``, as after step number ``step``.

    ``kept`` is the share of the average that stays at each step; less stays in the first ones.
    """
    share = min(kept, step / (step + WARMUP))
    current = now.state_dict()
    for name, old in mean.state_dict().items():
        if old.is_floating_point():
            old.lerp_(current[name], 1 - share)
        else:
            old.copy_(current[name])
