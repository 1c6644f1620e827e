"""Temperature, rising cut and reliability on logits of known meaning."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from torch import nn

from featureshift.methods.graphnet.any_shift import any_shift_threshold
from featureshift.methods.graphnet.channels import EDGE_NAMES, NODE_NAMES
from featureshift.methods.graphnet.training.calibration import (
    _rising_quantile,
    _temperature,
    both_directions,
    calibrate,
)
from featureshift.methods.graphnet.training.data import GraphData

TURNING, STEADY = NODE_NAMES.index("value_mean"), NODE_NAMES.index("ks")
"""A channel that changes sign with the tables, and one that does not."""


def probability(logits):
    return 1 / (1 + np.exp(-logits))


def data_of(logits, shifted, widths):
    """Graphs whose steady channel is the logit a model is to give."""
    n = len(logits)
    nodes = np.zeros((n, len(NODE_NAMES)), np.float16)
    nodes[:, STEADY] = logits
    names = []
    starts = np.concatenate([[0], np.cumsum(widths)])
    for first, last in pairwise(starts):
        names.append("T1" if shifted[first:last].any() else "")
    return GraphData(
        nodes,
        np.zeros((n, 1), np.int32),
        np.zeros((n, 1, len(EDGE_NAMES)), np.float16),
        np.zeros((n, 1), bool),
        shifted,
        starts,
        tuple(names),
    )


class Reader(nn.Module):
    """Gives the steady channel, and adds the one that changes sign with the tables."""

    def forward(self, graphs):
        return [graphs.nodes[:, STEADY] + graphs.nodes[:, TURNING]]


def test_the_temperature_that_made_probabilities_too_bold_is_found():
    rng = np.random.default_rng(0)
    honest = rng.normal(0, 3, 40_000)
    shifted = rng.random(len(honest)) < probability(honest)
    assert _temperature(2.5 * honest, shifted, np.ones(len(honest))) == pytest.approx(2.5, rel=0.05)


def test_the_cut_rises_with_the_width_and_never_falls():
    rng = np.random.default_rng(1)
    x = rng.uniform(0, 7, 600)
    x = x[:, None]
    cut, slope = _rising_quantile(x, x[:, 0] + rng.normal(size=600), 0.9)
    assert slope == pytest.approx(1.0, abs=0.15)
    assert np.mean(x + 0 <= cut + slope * x) == 1
    assert _rising_quantile(x, -x[:, 0], 0.9)[1] == 0
    assert _rising_quantile(x[:0], x[:0, 0], 0.9) == [0.0, 0.0]


def test_directions_are_averaged():
    data = data_of(np.array([1.0, -2.0, 0.5]), np.zeros(3, bool), [2, 1])
    data.nodes[:, TURNING] = 7
    assert both_directions(Reader(), data).tolist() == [1.0, -2.0, 0.5]


def alarms(logits, widths, calibration):
    """Which tables have a logit above the threshold."""
    tables = np.split(logits / calibration.temperature, np.cumsum(widths)[:-1])
    known = calibration.to_dict()
    return np.array([each.max() > any_shift_threshold(each, known) for each in tables])


def test_doubtful_tables_raise_no_more_alarms_than_others(monkeypatch):
    monkeypatch.setattr(
        "featureshift.methods.graphnet.training.calibration._temperature", lambda *_: 1.0
    )
    rng = np.random.default_rng(4)
    widths = np.full(800, 300)
    doubtful = np.arange(800) % 4 == 0
    logits = rng.normal(np.repeat(np.where(doubtful, -2.0, -5.0), 300), 1.0)
    calibration = calibrate(Reader(), data_of(logits, np.zeros(len(logits), bool), widths))
    flagged = alarms(logits, widths, calibration)
    assert calibration.cut_doubt == pytest.approx(1.0, abs=0.2)
    assert 0 < flagged[doubtful].mean() < 0.06
    assert 0 < flagged[~doubtful].mean() < 0.06


def test_pairs_without_a_shift_set_the_threshold_and_nothing_else():
    rng = np.random.default_rng(5)
    logits, widths = rng.normal(0, 2, 4000), np.full(400, 10)
    shifted = rng.random(len(logits)) < probability(logits)
    pairs = data_of(logits, shifted, widths)
    calm = rng.normal(-6, 1, 4000)
    nulls = data_of(calm, np.zeros(len(calm), bool), widths)
    alone, both = calibrate(Reader(), pairs), calibrate(Reader(), pairs, nulls)
    assert (both.temperature, both.reliability) == (alone.temperature, alone.reliability)
    assert both.cut_most < 0
    assert 0.01 < alarms(calm, widths, both).mean() < 0.05


def test_few_unshifted_tables_reach_the_cut_at_any_width():
    rng = np.random.default_rng(2)
    widths = np.exp(rng.uniform(1, 6, 700)).astype(int)
    logits = rng.normal(-3, 1.0, widths.sum())
    calibration = calibrate(Reader(), data_of(logits, np.zeros(len(logits), bool), widths))
    flagged = alarms(logits, widths, calibration)
    assert calibration.cut_slope > 0
    assert flagged[widths < 20].mean() < 0.07
    assert flagged[widths > 100].mean() < 0.07
    assert flagged.any()


def test_reliability_tells_mean_probability_share_and_number():
    rng = np.random.default_rng(3)
    logits = rng.normal(0, 2, 20_000)
    shifted = rng.random(len(logits)) < probability(logits)
    calibration = calibrate(Reader(), data_of(logits, shifted, [20_000]))
    assert sum(count for *_, count in calibration.reliability) == 20_000
    for mean, share, count in calibration.reliability:
        assert share == pytest.approx(mean, abs=5 * np.sqrt(0.25 / count))
    assert torch.is_grad_enabled()


def test_budgets_are_kept_by_honest_logits_and_told():
    rng = np.random.default_rng(8)
    widths = np.full(400, 30)
    logits = rng.normal(-4, 4, widths.sum())
    shifted = rng.random(len(logits)) < probability(logits)
    found = calibrate(Reader(), data_of(logits, shifted, widths)).budgets
    assert [budget for budget, _, _ in found] == [0.01, 0.05, 0.2]
    flags = [count for _, _, count in found]
    assert flags == sorted(flags)
    assert flags[0] > 0
    for budget, share, _ in found:
        assert share <= 1.3 * budget
    assert found[2][1] > found[0][1]
