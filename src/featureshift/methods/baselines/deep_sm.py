"""The conditional test Deep-SM: Fisher divergence between two normalizing flows.

One flow is fitted to the pooled rows; a copy of it is then fitted to each table. Copies start
alike, so that they differ where the tables do and not by the luck of their initialization, and
need few steps. The same is done with random splits of the pooled rows, many copies at once, which
gives the exact null distribution of the whole procedure.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import MissingExtraError
from featureshift.methods.base import MethodInfo
from featureshift.methods.baselines._shared.conditional import (
    PAPER,
    Deadline,
    Standardized,
    check_positive,
    sampled_note,
    stopped_note,
)
from featureshift.methods.baselines._shared.conditional_test import Comparison, ConditionalTest
from featureshift.methods.baselines._shared.dequantize import dequantized
from featureshift.methods.baselines._shared.flow import Flow, Params
from featureshift.methods.baselines._shared.flow_training import FlowTraining
from featureshift.methods.baselines._shared.resplit import N_RESPLITS
from featureshift.tables import Progress, part

ENSEMBLE_NUMBERS = 20_000_000
"""Parameters that are fitted at a time: with gradients and Adam's averages 320 MB."""
SPLITS_AT_ONCE = 10
"""More share little further overhead, and a time limit spoils all that are under way."""


class DeepSM(ConditionalTest):
    """A masked autoregressive flow per table; Fisher divergence along each feature.

    The median over rows of (d/dx_j log p - d/dx_j log q)^2, by automatic differentiation, divided
    by the mean square of the pooled flow's score: the unit is the spread of x_j given the others,
    as for :class:`MBSM`. The divergence itself is a mean, but where a flow has left the rows it
    learned from, its score is steep without reason, and a few such points would decide. So a
    change at fewer than half of the rows is seen only as far as it bends the density elsewhere.
    Sees relations of any smooth form. Columns are standardized and get noise of 0.05 standard
    deviations, discrete ones uniform noise as wide as the smallest gap between their values. The
    order of the columns has some influence on a flow, so permuted columns permute the scores only
    approximately. Same seed, same result, on the same machine.

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
        Seconds after which training stops: the flows of the tables are then used as they are,
        those of random splits not at all.
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
    how_resplit: ClassVar[str] = "flows fitted anew to each"

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
        super().__init__(n_resplits=n_resplits, time_limit=time_limit)
        check_positive(steps=steps, batch_rows=batch_rows, hidden=hidden, max_points=max_points)
        self.steps, self.batch_rows, self.hidden = steps, batch_rows, hidden
        self.max_points = max_points

    def _compare(
        self,
        data: Standardized,
        rng: np.random.Generator,
        deadline: Deadline,
        progress: Progress | None,
    ) -> Comparison:
        _require_flows()
        rows = dequantized(data.rows, rng)
        points = rows[rng.permutation(len(rows))[: self.max_points]]
        flows = self._pooled_flow(rows, points, rng, part(progress, 0.0, 0.7))
        first = flows.divergences(data.is_query[None], deadline, part(progress, 0.7, 1.0))

        def statistic(splits: NDArray[np.bool_]) -> NDArray[np.float64]:
            found = flows.divergences(splits, deadline)
            # Shorter training than the given split had makes no fair comparison.
            return found.values if found.complete else found.values[:0]

        notes = sampled_note("conditions", len(points), len(rows))
        if not (flows.complete and first.complete):
            notes += (stopped_note("flows used as far as trained"),)
        at_once = min(SPLITS_AT_ONCE, max(1, ENSEMBLE_NUMBERS // (2 * flows.flow.size)))
        return Comparison(first.values[0], data.is_query, statistic, notes, at_once)

    def _pooled_flow(
        self,
        rows: NDArray[np.float64],
        points: NDArray[np.float64],
        rng: np.random.Generator,
        progress: Progress | None,
    ) -> PooledFlow:
        # Fewer steps for short tables: they would only learn their rows by heart.
        steps = min(self.steps, 20 + len(rows) // 10)
        batch = min(self.batch_rows, max(len(rows) // 4, 1))
        # The copies need time too: without any step they would all be alike.
        deadline = Deadline(None if self.time_limit is None else self.time_limit / 3)
        flow = Flow(rows.shape[1], self.hidden, seed=int(rng.integers(2**31)))
        training = FlowTraining(flow, rows, batch, rng)
        everyone = np.ones((1, len(rows)), bool)
        fitted = training.fit(
            flow.copies(1), everyone, steps=steps, rate=5e-3, deadline=deadline, progress=progress
        )
        return PooledFlow(flow, training, *fitted, points, max(steps // 3, 1))


class Divergences(NamedTuple):
    values: NDArray[np.float64]
    """[splits, features]"""
    complete: bool
    """Whether the flows were trained to the end."""


class PooledFlow(NamedTuple):
    """The flow of all rows, from which those of the parts of any split start."""

    flow: Flow
    training: FlowTraining
    params: Params
    complete: bool
    points: NDArray[np.float64]
    """Where scores are compared, [points, features]."""
    steps: int
    """Of training that a copy gets."""

    def divergences(
        self, splits: NDArray[np.bool_], deadline: Deadline, progress: Progress | None = None
    ) -> Divergences:
        """Between the flows of the two parts of each split, in the unit of the pooled flow.

        The median over points: see :class:`DeepSM`.
        """
        unit = np.square(self.flow.scores(self.params, self.points)).mean(axis=(0, 1))
        sides = np.concatenate([~splits, splits])
        copies = self.flow.repeated(self.params, len(sides))
        fitted = self.training.fit(
            copies, sides, steps=self.steps, rate=2e-3, deadline=deadline, progress=progress
        )
        left, right = np.split(self.flow.scores(fitted.params, self.points), 2)
        return Divergences(np.median(np.square(left - right), axis=1) / unit, fitted.complete)


def _require_flows() -> None:
    try:
        import torch  # noqa: F401
        import zuko  # type: ignore[import-untyped] # noqa: F401
    except ImportError as error:
        raise MissingExtraError("deep-sm", "methods") from error
