"""Scores of columns of all kinds are about standard normal when nothing is shifted."""

import numpy as np
import pytest

from featureshift.descriptors.feature_graph import feature_graph

SCORES = (
    "value_mean",
    "value_variance",
    "rank_mean",
    "rank_variance",
    "largest_change",
    "axes_largest_change",
    *(
        f"residual_{name}_by_{fit}"
        for fit in ("reference", "query")
        for name in ("change", "absolute_change")
    ),
    "residual_change_of_own_fits",
)
MAXIMA = ("largest_change", "axes_largest_change")
"""Of several relations, so higher than a score by itself."""


def missing_but(rate, values, rng):
    return np.where(rng.random(len(values)) < rate, values, np.nan)


KINDS = {
    "normal": lambda z, rng: z + rng.normal(size=len(z)),
    "unrelated": lambda z, rng: rng.normal(size=len(z)),
    "heavy": lambda z, rng: z + rng.standard_cauchy(len(z)),
    "balanced": lambda z, rng: (z + rng.normal(size=len(z)) > 0) * 1.0,
    "rare": lambda z, rng: (rng.random(len(z)) < 0.01) * 1.0,
    "hardly ever": lambda z, rng: (rng.random(len(z)) < 0.001) * 1.0,
    "mostly zero": lambda z, rng: np.where(rng.random(len(z)) < 0.9, 0, rng.poisson(3, len(z))),
    "nearly empty": lambda z, rng: missing_but(0.01, z, rng),
    "a value or two": lambda z, rng: missing_but(0.001, z, rng),
    "levels": lambda z, rng: rng.integers(30, size=len(z)) * 1.0,
}
LEVELS = np.array([name == "levels" for name in KINDS])


def table(n, rng):
    z = rng.normal(size=n)
    return np.stack([draw(z, rng) for draw in KINDS.values()], axis=1).astype(np.float32)


@pytest.mark.parametrize("sizes", [(1000, 1000), (100, 2000), (2000, 100)])
def test_scores_are_about_standard(sizes):
    found = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        graph = feature_graph(*(table(n, rng) for n in sizes), LEVELS)
        found.append(graph.nodes[:, [graph.node_names.index(name) for name in SCORES]])
    scores = np.expm1(np.abs(found))  # [pairs, columns, scores]
    typical = np.sqrt(np.square(scores).mean(axis=0))
    limits = np.where(np.isin(SCORES, MAXIMA), 3.6, 2.5)
    high = [
        (kind, SCORES[k], round(float(typical[j, k]), 1))
        for j, kind in enumerate(KINDS)
        for k in np.flatnonzero(typical[j] > limits)
    ]
    assert not high
