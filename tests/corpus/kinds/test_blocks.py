"""Groups of related columns."""

import numpy as np
import pytest
from scipy.stats import rankdata

from featureshift.corpus.kinds.blocks import WAYS, blocks


def test_columns_are_related_to_some_and_unrelated_to_most():
    related = []
    for seed in range(30):
        values = blocks(1500, 20, np.random.default_rng(seed)).values
        values = values[:, values.std(axis=0) > 0]
        r = np.abs(np.corrcoef(rankdata(values, axis=0).T))
        related.append((r > 0.2).sum(axis=0) - 1)
    related = np.concatenate(related)
    assert (related == 0).mean() > 0.15
    assert (related >= 2).mean() > 0.3
    assert np.median(related) < 8


@pytest.mark.parametrize("way", ["common cause", "chain"])
def test_a_linear_block_is_related(way):
    strongest = []
    for seed in range(20):
        values = WAYS[way](800, 5, np.random.default_rng(seed)).values
        values = values[:, values.std(axis=0) > 0]
        r = np.abs(np.corrcoef(rankdata(values, axis=0).T)) - np.eye(values.shape[1])
        strongest.append(r.max())
    assert np.mean(np.array(strongest) > 0.3) > 0.7
