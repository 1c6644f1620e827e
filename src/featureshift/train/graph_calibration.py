"""What a trained GraphNet's logits mean, learnt on the pairs that were kept apart.

A temperature makes the probabilities honest. What the highest logit of a table must pass rises with
the number of columns and keeps false alarms rare in wide tables: the highest of a thousand is high
by itself.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from featureshift.networks.graphnet import GraphNet
from featureshift.train.graph_data import GraphData
from featureshift.train.graph_validation import GRAPHS_AT_ONCE

Floats = NDArray[np.float64]
ALARMS = 0.025
"""Share of unshifted tables that may raise a flag, at every width."""
BINS = 20


@dataclass(frozen=True)
class Calibration:
    """Of the mean of both directions' logits."""

    temperature: float
    """Logits are divided by it."""
    cut: float
    """What proves a shift in a table of one column, of the divided logits."""
    cut_slope: float
    """What is added for each factor e of the number of columns; the cut is never below 0."""
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
    cut, slope = _rising_quantile(np.log(widths[unshifted]), highest[unshifted], 1 - ALARMS)
    return Calibration(temperature, cut, slope, _reliability(logits, data.changed))


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


def _rising_quantile(x: Floats, y: Floats, share: float) -> tuple[float, float]:
    """Intercept and slope of the line that ``share`` of the points lie below; it never falls.

    Of all lines, the one of least pinball loss (quantile regression): a linear program.
    """
    from scipy.optimize import linprog

    n = len(x)
    if not n:
        return 0.0, 0.0
    # y = a + b x + above - below
    costs = np.concatenate([[0, 0], np.full(n, share), np.full(n, 1 - share)])
    lines = np.concatenate([np.ones((n, 1)), x[:, None], np.eye(n), -np.eye(n)], axis=1)
    bounds = [(None, None), (0, None), *[(0, None)] * (2 * n)]
    found = linprog(costs, A_eq=lines, b_eq=y, bounds=bounds).x
    return float(found[0]), float(found[1])


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
