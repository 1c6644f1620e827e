"""What a trained GraphNet's logits mean, learned on the pairs that were kept apart.

A temperature makes the probabilities honest. What the highest logit of a table must pass rises with
the number of columns and with the doubt in all of them (``localizers.proof``), which keeps false
alarms rare in every kind of table, up to what hardly any of these tables has.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from featureshift.localizers.proof import doubt
from featureshift.networks.graphnet import GraphNet
from featureshift.train.graph_data import GraphData
from featureshift.train.graph_validation import GRAPHS_AT_ONCE

Floats = NDArray[np.float64]
ALARMS = 0.025
"""Share of unshifted tables that may raise a flag, at every width and doubt."""
SURE = 0.01
"""Share of unshifted tables with a logit that proves a shift whatever else is known."""
BINS = 20


@dataclass(frozen=True)
class Calibration:
    """Of the mean of both directions' logits."""

    temperature: float
    """Logits are divided by it."""
    cut: float
    """What proves a shift in a table of one column and no doubt, of the divided logits."""
    cut_slope: float
    """What is added for each factor e of the number of columns."""
    cut_doubt: float
    """What is added for each unit of doubt."""
    cut_most: float
    """What proves a shift in any table."""
    reliability: tuple[tuple[float, float, int], ...]
    """Of each bin of probabilities: their mean, the share of shifted features, their number."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def calibrate(model: GraphNet, data: GraphData) -> Calibration:
    """Fit on pairs the model was not trained on."""
    logits = both_directions(model, data)
    widths = np.diff(data.starts)
    temperature = _temperature(logits, data.changed, 1 / np.sqrt(np.repeat(widths, widths)))
    logits = logits / temperature
    unshifted = np.array([not name for name in data.manipulations])
    highest = np.maximum.reduceat(logits, data.starts[:-1])
    doubts = [doubt(logits[first:last]) for first, last in pairwise(data.starts)]
    known = np.stack([np.log(widths), doubts], axis=1)[unshifted]
    cut, by_width, by_doubt = _rising_quantile(known, highest[unshifted], 1 - ALARMS)
    most = float(np.quantile(highest[unshifted], 1 - SURE)) if unshifted.any() else 0.0
    reliability = _reliability(logits, data.changed)
    return Calibration(temperature, cut, by_width, by_doubt, most, reliability)


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

    n, k = x.shape
    if not n:
        return [0.0] * (1 + k)
    # y = a + b x + above - below
    costs = np.concatenate([np.zeros(1 + k), np.full(n, share), np.full(n, 1 - share)])
    lines = np.concatenate([np.ones((n, 1)), x, np.eye(n), -np.eye(n)], axis=1)
    bounds = [(None, None), *[(0, None)] * (k + 2 * n)]
    return [float(each) for each in linprog(costs, A_eq=lines, b_eq=y, bounds=bounds).x[: 1 + k]]


def _reliability(
    logits: Floats, shifted: NDArray[np.bool_]
) -> tuple[tuple[float, float, int], ...]:
    probabilities = 1 / (1 + np.exp(-logits))
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    return tuple(
        (float(probabilities[here].mean()), float(shifted[here].mean()), int(here.sum()))
        for here in (bins == k for k in range(BINS))
        if here.any()
    )
