"""Fitting copies of a flow, each to rows of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.methods.baselines._shared.conditional import Deadline
from featureshift.methods.baselines._shared.flow import Flow, Params
from featureshift.methods.baselines._shared.one_torch_thread import one_torch_thread
from featureshift.tables import Progress

if TYPE_CHECKING:
    from torch import Tensor


class Fitted(NamedTuple):
    params: Params
    complete: bool
    """Whether there was time for every step."""


class FlowTraining:
    """Fits copies of a flow to rows, each copy to its own sample of them."""

    def __init__(
        self, flow: Flow, rows: NDArray[np.float64], batch: int, rng: np.random.Generator
    ) -> None:
        self._flow, self._rows = flow, rows.astype(np.float32)
        self._batch, self._rng = batch, rng

    @one_torch_thread()
    def fit(
        self,
        params: Params,
        members: NDArray[np.bool_],
        *,
        steps: int,
        rate: float,
        deadline: Deadline,
        progress: Progress | None = None,
    ) -> Fitted:
        """Parameters after some steps of Adam; ``members`` [copies, rows] are each copy's rows."""
        import torch

        params = {name: value.requires_grad_() for name, value in params.items()}
        optimizer = torch.optim.Adam(list(params.values()), lr=rate)
        # Steps that end at 0 average out what the last batches happened to be.
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.02, total_iters=steps)
        own = [np.flatnonzero(member) for member in members]
        for step in range(steps):
            if deadline.passed:
                return Fitted(params, complete=False)
            loss = -self._flow.log_prob(params, self._draw(own)).mean(dim=1).sum()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            if progress is not None:
                progress((step + 1) / steps)
        return Fitted(params, complete=True)

    def _draw(self, own: list[NDArray[np.intp]]) -> Tensor:
        import torch

        chosen = np.stack([rows[self._rng.integers(len(rows), size=self._batch)] for rows in own])
        return torch.from_numpy(self._rows[chosen])
