"""Scores of columns of all kinds are about standard normal when nothing is shifted."""

import re

import numpy as np
import pytest

from featureshift.methods.graphnet.feature_graph import feature_graph

SCORE = re.compile(
    r"(value|rank)_(mean|variance)|(new|gone)_values|missing|cell_\d+"
    r"|residual_(absolute_)?change_.*"
)
MAXIMUM = re.compile(r"largest_(square_)?change|second_change|axes_largest_change")
"""Of several relations, so higher than a score by itself."""


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
    """Names, and scores [pairs, columns, names]."""
    graphs = []
    for seed in range(pairs):
        rng = np.random.default_rng(seed)
        graphs.append(feature_graph(*(table(n, rng) for n in sizes), np.append(LEVELS, False)))
    names = graphs[0].node_names
    chosen = [k for k, name in enumerate(names) if SCORE.fullmatch(name) or MAXIMUM.fullmatch(name)]
    found = np.array([graph.nodes[:, chosen] for graph in graphs])
    return [names[k] for k in chosen], np.sign(found) * np.expm1(np.abs(found))


@pytest.mark.parametrize("sizes", [(1000, 1000), (100, 2000), (2000, 100)])
def test_scores_are_about_standard(sizes):
    names, scores = scores_without_shift(sizes)
    typical = np.sqrt(np.square(scores).mean(axis=0))
    limits = np.array([3.8 if MAXIMUM.fullmatch(name) else 2.5 for name in names])
    kinds = [*KINDS, "twice"]
    high = [
        (kinds[j], names[k], round(float(typical[j, k]), 1))
        for j, k in zip(*np.nonzero(typical > limits), strict=True)
    ]
    assert not high
    usual = names.index("value_mean"), names.index("rank_variance"), names.index("cell_08")
    assert (typical[0, list(usual)] > 0.7).all()
    assert np.abs(scores).max() < 15
