"""The conditional test Deep-SM: Fisher divergence between two normalizing flows.

One flow is fitted to the pooled rows; a copy of it is then fitted to each table. Copies start
alike, so that they differ where the tables do and not by the luck of their initialization, and
need few steps. The same is done with random splits of the pooled rows, all copies at once, which
gives the exact null distribution of the whole procedure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import MissingExtraError
from featureshift.localizers.base import Localizer, MethodInfo, Scores
from featureshift.localizers.conditional import (
    PAPER,
    Deadline,
    check_positive,
    sampled_note,
    standardized,
    stopped_note,
)
from featureshift.localizers.resplit import (
    N_RESPLITS,
    check_resplits,
    cut_of,
    random_splits,
    rule_note,
)
from featureshift.tables import Note, Progress, TablePair, part

if TYPE_CHECKING:
    from torch import Tensor, nn

Params = dict[str, Any]
"""Tensors by name; those of an ensemble have the copies as first dimension."""

FEW_VALUES = 32
"""A column with at most so many different values counts as discrete."""
JITTER = 0.05
"""Standard deviation of the noise on every column, so that no density is infinite."""
ENSEMBLE_NUMBERS = 20_000_000
"""Parameters that are fitted at a time: with gradients and Adam's averages 320 MB."""


class DeepSM(Localizer):
    """A masked autoregressive flow per table; Fisher divergence along each feature.

    The mean over rows of (d/dx_j log p - d/dx_j log q)^2, by automatic differentiation, divided
    by the mean square of the pooled flow's score: the unit is the spread of x_j given the others,
    as for :class:`MBSM`. Sees relations of any smooth form. Columns are standardized and get
    noise of 0.05 standard deviations, discrete ones uniform noise as wide as the smallest gap
    between their values. The order of the columns has some influence on a flow, so permuted
    columns permute the scores only approximately. Same seed, same result, on the same machine.

    Parameters
    ----------
    steps
        Of the optimizer, at most, for the flow of the pooled rows; each copy gets a third.
    batch_rows
        Rows per step.
    hidden
        Units in each of the two hidden layers of the two transforms.
    max_points
        Compare the scores at no more than so many rows of both tables together.
    n_resplits
        Random splits of the pooled rows that set the threshold.
    time_limit
        Seconds after which training stops: the flows are then used as they are.
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="deep-sm",
        summary="Fisher divergence between the conditionals of two normalizing flows",
        paper=PAPER,
        finds_joint_shifts=True,
        needs_n_shifted=True,
        cost="highest: trains flows for every pair of tables",
        extra="methods",
        slow=True,
        ignores_row_order=False,
    )

    def __init__(
        self,
        *,
        steps: int = 300,
        batch_rows: int = 256,
        hidden: int = 32,
        max_points: int = 1000,
        n_resplits: int = N_RESPLITS,
        time_limit: float | None = None,
    ) -> None:
        check_positive(steps=steps, batch_rows=batch_rows, hidden=hidden, max_points=max_points)
        check_positive(time_limit=time_limit)
        check_resplits(n_resplits)
        self.steps, self.batch_rows, self.hidden = steps, batch_rows, hidden
        self.max_points, self.n_resplits, self.time_limit = max_points, n_resplits, time_limit

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        _require_flows()
        data = standardized(pair)
        if not len(data.active):
            return Scores(np.zeros(pair.n_features), 0.0)
        rows = dequantized(data.rows, rng)
        points = rows[rng.permutation(len(rows))[: self.max_points]]
        splits = np.concatenate(
            [data.is_query[None], random_splits(data.is_query, self.n_resplits, rng)]
        )
        fits = self._fit(rows, splits, points, rng, progress)
        maxima = fits.divergences[1:].max(axis=1)
        notes = sampled_note("conditions", len(points), len(rows)) + fits.notes
        notes += (rule_note(len(maxima), "flows fitted anew to each"),)
        observed = fits.divergences[0]
        return Scores(data.spread(observed), cut_of(maxima, observed), notes)

    def _fit(
        self,
        rows: NDArray[np.float64],
        splits: NDArray[np.bool_],
        points: NDArray[np.float64],
        rng: np.random.Generator,
        progress: Progress | None,
    ) -> Fits:
        """Divergence of the two flows of each split, as far as the time allows."""
        # Fewer steps for short tables: they would only learn their rows by heart.
        steps = min(self.steps, 20 + len(rows) // 10)
        batch = min(self.batch_rows, max(len(rows) // 4, 1))
        training = Training(rows, batch, Deadline(self.time_limit), rng)
        # The copies need time too: without any step they would all be alike.
        third = None if self.time_limit is None else self.time_limit / 3
        first = Training(rows, batch, Deadline(third), rng)
        flow = Flow(rows.shape[1], self.hidden, seed=int(rng.integers(2**31)))
        everyone = np.ones((1, len(rows)), bool)
        base = first.fit(flow, flow.copies(1), everyone, steps, 5e-3, part(progress, 0.0, 0.2))
        unit = np.square(flow.scores(base, points)).mean(axis=(0, 1))
        found: list[NDArray[np.float64]] = []
        for start in range(0, len(splits), at_once := flow.splits_at_once()):
            if found and training.deadline.passed:
                break
            chosen = splits[start : start + at_once]
            begin, end = (0.2 + 0.8 * k / len(splits) for k in (start, start + len(chosen)))
            share = part(progress, begin, end)
            sides = np.concatenate([~chosen, chosen])
            copies = flow.repeated(base, len(sides))
            copies = training.fit(flow, copies, sides, max(steps // 3, 1), 2e-3, share)
            if found and training.stopped:
                break  # shorter training than the given split had makes no fair comparison
            left, right = np.split(flow.scores(copies, points), 2)
            found += list(np.square(left - right).mean(axis=1) / unit)
        return Fits(np.array(found), training.notes() or first.notes())


def _require_flows() -> None:
    try:
        import torch  # noqa: F401
        import zuko  # type: ignore[import-untyped] # noqa: F401
    except ImportError as error:
        raise MissingExtraError("deep-sm", "methods") from error


@dataclass(frozen=True, eq=False)
class Fits:
    divergences: NDArray[np.float64]
    """[splits, features], the given split first."""
    notes: tuple[Note, ...]


def dequantized(rows: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Rows with noise on every column, and more on discrete ones: densities need a volume."""
    noisy = rows + JITTER * rng.standard_normal(rows.shape)
    for j in range(rows.shape[1]):
        values = np.unique(rows[:, j])
        if len(values) <= FEW_VALUES:
            noisy[:, j] += np.diff(values).min() * (rng.random(len(rows)) - 0.5)
    return noisy


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

    def splits_at_once(self) -> int:
        size = sum(value.numel() for value in self._first.values())
        return max(1, ENSEMBLE_NUMBERS // (2 * size))

    def log_prob(self, params: Params, rows: Tensor) -> Tensor:
        """Log density [copies, rows] of ``rows`` [copies, rows, features]."""
        from torch.func import functional_call, vmap

        def one(own: Params, own_rows: Tensor) -> Tensor:
            density: Tensor = functional_call(self._module, own, (own_rows,))
            return density

        result: Tensor = vmap(one)(params, rows)
        return result

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
    import zuko
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


class Training:
    """Fits copies of a flow to rows, each copy to its own choice of them."""

    def __init__(
        self,
        rows: NDArray[np.float64],
        batch: int,
        deadline: Deadline,
        rng: np.random.Generator,
    ) -> None:
        self.deadline, self.stopped = deadline, False
        self._rows, self._batch, self._rng = rows.astype(np.float32), batch, rng

    def fit(
        self,
        flow: Flow,
        params: Params,
        members: NDArray[np.bool_],
        steps: int,
        rate: float,
        progress: Progress | None,
    ) -> Params:
        """Parameters after some steps of Adam; ``members`` [copies, rows] are each copy's rows."""
        import torch

        params = {name: value.requires_grad_() for name, value in params.items()}
        optimizer = torch.optim.Adam(list(params.values()), lr=rate)
        # Steps that end at 0 average out what the last batches happened to be.
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.02, total_iters=steps)
        own = [np.flatnonzero(member) for member in members]
        for step in range(steps):
            if self.deadline.passed:
                self.stopped = True
                break
            loss = -flow.log_prob(params, self._draw(own)).mean(dim=1).sum()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            if progress is not None:
                progress((step + 1) / steps)
        return params

    def _draw(self, own: list[NDArray[np.intp]]) -> Tensor:
        import torch

        chosen = np.stack([rows[self._rng.integers(len(rows), size=self._batch)] for rows in own])
        return torch.from_numpy(self._rows[chosen])

    def notes(self) -> tuple[Note, ...]:
        return (stopped_note("flows used as far as trained"),) if self.stopped else ()
