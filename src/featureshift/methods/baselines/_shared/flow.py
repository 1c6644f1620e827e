"""A normalizing flow as a density: its logarithm, its score, and many copies of it at once.

torch and zuko are imported when a flow is made, so that the methods can be listed without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.baselines._shared.one_torch_thread import one_torch_thread

if TYPE_CHECKING:
    from torch import Tensor, nn

Params = dict[str, Any]
"""Tensors by name; those of an ensemble have the copies as first dimension."""


class Flow:
    """The shape of a masked autoregressive flow; parameters are held apart, for many at once."""

    def __init__(self, n_features: int, hidden: int, seed: int) -> None:
        import torch

        # Fresh modules draw from torch's global generator, which is left as it was.
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self._module = _log_density(n_features, hidden)
        self._first = {name: value.detach() for name, value in self._module.named_parameters()}

    def copies(self, n: int) -> Params:
        return {name: value.expand(n, *value.shape).clone() for name, value in self._first.items()}

    def repeated(self, params: Params, n: int) -> Params:
        """The one flow in ``params``, n times."""
        return {
            name: value.detach().expand(n, *value.shape[1:]).clone()
            for name, value in params.items()
        }

    @property
    def size(self) -> int:
        """Parameters of one copy."""
        return sum(value.numel() for value in self._first.values())

    def log_prob(self, params: Params, rows: Tensor) -> Tensor:
        """Log density [copies, rows] of ``rows`` [copies, rows, features]."""
        from torch.func import functional_call, vmap

        def one(own: Params, own_rows: Tensor) -> Tensor:
            density: Tensor = functional_call(self._module, own, (own_rows,))
            return density

        result: Tensor = vmap(one)(params, rows)
        return result

    @one_torch_thread()
    def scores(self, params: Params, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Gradient of every copy's log density at the same points, [copies, points, features]."""
        import torch

        n = len(next(iter(params.values())))
        fixed = {name: value.detach() for name, value in params.items()}
        at = torch.from_numpy(points.astype(np.float32)).expand(n, -1, -1).clone().requires_grad_()
        (gradient,) = torch.autograd.grad(self.log_prob(fixed, at).sum(), at)
        scores: NDArray[np.float64] = gradient.numpy().astype(np.float64)
        return scores


def _log_density(n_features: int, hidden: int) -> nn.Module:
    """A module from rows [rows, features] to their log density [rows]."""
    import zuko  # type: ignore[import-untyped]
    from torch import nn

    class LogDensity(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            # The second transform has the order of the first reversed.
            self.flow = zuko.flows.MAF(n_features, transforms=2, hidden_features=(hidden, hidden))

        def forward(self, rows: Tensor) -> Tensor:
            density: Tensor = self.flow().log_prob(rows)
            return density

    return LogDensity()
