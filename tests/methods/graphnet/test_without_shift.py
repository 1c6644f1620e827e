"""Scores of columns of all kinds are about standard normal when nothing is shifted."""

import numpy as np
import pytest

from featureshift.methods.graphnet.channels import NODE_CHANNELS
from featureshift.methods.graphnet.feature_graph import feature_graph

PROMISED = [k for k, channel in enumerate(NODE_CHANNELS) if channel.null is not None]
LIMITS = {"normal": 2.5, "maximum": 3.8}
"""The largest of several scores is higher than a score by itself."""


def missing_but(rate, values, rng):
    return np.where(rng.random(len(values)) < rate, values, np.nan)


KINDS = {
    "normal": lambda z, rng: z + rng.normal(size=len(z)),
    "unrelated": lambda z, rng: rng.normal(size=len(z)),
    "heavy": lambda z, rng: z + rng.standard_cauchy(len(z)),
    "balanced": lambda z, rng: (z + rng.normal(size=len(z)) > 0) * 1.0,
    "rare": lambda z, rng: (rng.random(len(z)) < 0.02) * 1.0,
    "as rare": lambda z, rng: (rng.random(len(z)) < 0.02) * 1.0,
    "hardly ever": lambda z, rng: (rng.random(len(z)) < 0.001) * 1.0,
    "mostly zero": lambda z, rng: np.where(rng.random(len(z)) < 0.9, 0, rng.poisson(3, len(z))),
    "nearly empty": lambda z, rng: missing_but(0.01, z, rng),
    "a value or two": lambda z, rng: missing_but(0.001, z, rng),
    "levels": lambda z, rng: rng.integers(30, size=len(z)) * 1.0,
}
LEVELS = np.array([name == "levels" for name in KINDS])


def table(n, rng):
    z = rng.normal(size=n)
    columns = [draw(z, rng) for draw in KINDS.values()]
    return np.stack([*columns, columns[0]], axis=1).astype(np.float32)  # one column twice


def scores_without_shift(sizes, pairs=40):
    """Of the channels that promise any, [pairs, columns, PROMISED]."""
    graphs = []
    for seed in range(pairs):
        rng = np.random.default_rng(seed)
        graphs.append(feature_graph(*(table(n, rng) for n in sizes), np.append(LEVELS, False)))
    found = np.array([graph.nodes[:, PROMISED] for graph in graphs])
    return np.sign(found) * np.expm1(np.abs(found))


@pytest.mark.parametrize("sizes", [(1000, 1000), (100, 2000), (2000, 100)])
def test_scores_are_about_standard(sizes):
    scores = scores_without_shift(sizes)
    names = [NODE_CHANNELS[k].name for k in PROMISED]
    typical = np.sqrt(np.square(scores).mean(axis=0))
    limits = np.array([LIMITS[NODE_CHANNELS[k].null] for k in PROMISED])
    kinds = [*KINDS, "twice"]
    high = [
        (kinds[j], names[k], round(float(typical[j, k]), 1))
        for j, k in zip(*np.nonzero(typical > limits), strict=True)
    ]
    assert not high
    usual = names.index("value_mean"), names.index("rank_variance"), names.index("cell_08")
    assert (typical[0, list(usual)] > 0.7).all()
    assert np.abs(scores).max() < 15
