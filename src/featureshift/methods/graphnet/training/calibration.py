"""What a trained GraphNet's logits mean, learned on the pairs that were kept apart.

A temperature makes the probabilities honest. What the highest logit of a table must pass rises with
the number of columns and with the doubt in all of them (``graphnet.any_shift``), which keeps false
alarms rare in every kind of table, up to what hardly any of these tables has. More of such pairs
without a shift than those that validate a training tell it better (``shards.NULL``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from featureshift.decide import Scale, q_values
from featureshift.methods.graphnet.any_shift import UNCALIBRATED, doubt, is_any_shifted
from featureshift.methods.graphnet.network import GraphNet
from featureshift.methods.graphnet.training.data import GraphData
from featureshift.methods.graphnet.training.validation import GRAPHS_AT_ONCE
from featureshift.methods.trained import probability

Floats = NDArray[np.float64]
ALARMS = 0.04
"""Share of unshifted tables that may raise a flag, at every width and doubt."""
SURE = 0.01
"""Share of unshifted tables with a logit above ``cut_most``."""
BINS = 20
BUDGETS = (0.01, 0.05, 0.2)
"""Error budgets that are tried."""


@dataclass(frozen=True)
class Calibration:
    """Of the mean of both directions' logits."""

    temperature: float
    """Logits are divided by it."""
    cut: float
    """Threshold of the highest divided logit in a table of one column and no doubt."""
    cut_slope: float
    """What is added for each factor e of the number of columns."""
    cut_doubt: float
    """What is added for each unit of doubt."""
    cut_most: float
    """The highest that this threshold can be."""
    reliability: tuple[tuple[float, float, int], ...]
    """Of each bin of probabilities: their mean, the share of shifted features, their number."""

    budgets: tuple[tuple[float, float, int], ...]
    """Of each error budget: the mean share of wrong flags in a pair, and the number of flags."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def calibrate(model: GraphNet, *parts: GraphData) -> Calibration:
    """Fit on pairs the model was not trained on; those of the first part make probabilities honest.

    The unshifted pairs of all parts give the thresholds of ``any_shift``.
    """
    found = [both_directions(model, data) for data in parts]
    widths = np.diff(parts[0].starts)
    weights = 1 / np.sqrt(np.repeat(widths, widths))
    temperature = _temperature(found[0], parts[0].changed, weights)
    tables = [
        table
        for data, logits in zip(parts, found, strict=True)
        for table in _unshifted(data, logits / temperature)
    ]
    logits, any_shift = found[0] / temperature, _any_shift(tables)
    return Calibration(
        temperature,
        **any_shift,
        reliability=_reliability(logits, parts[0]),
        budgets=tuple(_kept(budget, logits, parts[0], any_shift) for budget in BUDGETS),
    )


def _unshifted(data: GraphData, logits: Floats) -> list[Floats]:
    """The logits of each pair without a shift."""
    return [
        logits[first:last]
        for (first, last), name in zip(pairwise(data.starts), data.manipulations, strict=True)
        if not name
    ]


def _any_shift(tables: list[Floats]) -> dict[str, float]:
    """Thresholds of the test whether anything is shifted, by the logits of tables without one."""
    if not tables:
        return dict(UNCALIBRATED)
    highest = np.array([logits.max() for logits in tables])
    known = np.array([(np.log(len(logits)), doubt(logits)) for logits in tables])
    cut, by_width, by_doubt = _rising_quantile(known, highest, 1 - ALARMS)
    return {
        "cut": cut,
        "cut_slope": by_width,
        "cut_doubt": by_doubt,
        "cut_most": float(np.quantile(highest, 1 - SURE)),
    }


@torch.no_grad()
def both_directions(model: GraphNet, data: GraphData) -> Floats:
    """Logits of all features [n], the mean of the pairs as they are and with tables exchanged."""
    model.eval()
    found = []
    for first in range(0, len(data), GRAPHS_AT_ONCE):
        chosen = np.arange(first, min(first + GRAPHS_AT_ONCE, len(data)))
        turns = [
            model(data.batch(chosen, np.full(len(chosen), turned)).graphs)[-1].numpy()
            for turned in (False, True)
        ]
        found.append((turns[0] + turns[1]).astype(np.float64) / 2)
    return np.concatenate(found)


def _temperature(logits: Floats, shifted: NDArray[np.bool_], weights: Floats) -> float:
    """The one of least cross-entropy."""
    from scipy.optimize import minimize_scalar

    def loss(log_temperature: float) -> float:
        scaled = logits / np.exp(log_temperature)
        return float((weights * (np.logaddexp(0, scaled) - shifted * scaled)).sum())

    return float(np.exp(minimize_scalar(loss, bounds=(-2, 2), method="bounded").x))


def _rising_quantile(x: Floats, y: Floats, share: float) -> list[float]:
    """Intercept and slopes of the plane over x [n, k] that ``share`` of y lies below; none falls.

    Of all planes, the one of least pinball loss (quantile regression): a linear program.
    """
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, hstack

    n, k = x.shape
    # y = a + b x + above - below
    costs = np.concatenate([np.zeros(1 + k), np.full(n, share), np.full(n, 1 - share)])
    lines = hstack([np.ones((n, 1)), x, eye_array(n), -eye_array(n)])
    bounds = [(None, None), *[(0, None)] * (k + 2 * n)]
    return [float(each) for each in linprog(costs, A_eq=lines, b_eq=y, bounds=bounds).x[: 1 + k]]


def _reliability(logits: Floats, data: GraphData) -> tuple[tuple[float, float, int], ...]:
    probabilities = 1 / (1 + np.exp(-logits))
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    return tuple(
        (float(probabilities[here].mean()), float(data.changed[here].mean()), int(here.sum()))
        for here in (bins == k for k in range(BINS))
        if here.any()
    )


def _kept(
    budget: float, logits: Floats, data: GraphData, any_shift: Mapping[str, float]
) -> tuple[float, float, int]:
    """What becomes of an error budget on the pairs, as ``Calibration.budgets`` tells it."""
    shares, flags = [], 0
    for first, last in pairwise(data.starts):
        own, changed = logits[first:last], data.changed[first:last]
        q = q_values(probability(own), np.ones(len(own), np.bool_), Scale.PROBABILITY)
        flagged = q <= (budget if is_any_shifted(own, any_shift) else -np.inf)
        flags += int(flagged.sum())
        shares.append((flagged & ~changed).sum() / max(flagged.sum(), 1))
    return budget, float(np.mean(shares)), flags
