from functools import cache

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from featureshift.methods.baselines._shared.cuts import pack
from featureshift.methods.baselines.fast_cmim import BinaryColumns, FastCMIM, lazy_order, relevance


def conditional(column, source, given):
    parts = [
        (given == v).mean() * mutual_info_score(column[given == v], source[given == v])
        for v in (False, True)
        if (given == v).any()
    ]
    return sum(parts)


def tables(seed):
    rng = np.random.default_rng(seed)
    source = rng.random(200) < 0.5
    latent = rng.normal(size=(200, 1)) + rng.normal(size=(200, 8))
    latent[source, :5] += rng.random(5)
    return latent > 0.2, source


@cache
def brute_force(seed):
    columns, source = tables(seed)
    order, values = [], []
    while len(order) < columns.shape[1]:
        left = [j for j in range(columns.shape[1]) if j not in order]
        scores = [
            min(
                [mutual_info_score(columns[:, j], source)]
                + [conditional(columns[:, j], source, columns[:, k]) for k in order]
            )
            for j in left
        ]
        order.append(left[int(np.argmax(scores))])
        values.append(max(scores))
    return order, values


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("batch", [1, 3, 32])
def test_order_and_values_are_those_of_brute_force(seed, batch, monkeypatch):
    monkeypatch.setattr("featureshift.methods.baselines.fast_cmim._BATCH", batch)
    columns, source = tables(seed)
    bits = pack(columns.T)
    own = relevance(bits[:, None], pack(source), 200)[:, 0]
    order, values = lazy_order(BinaryColumns.of(bits, pack(source), 200), own, 8)
    expected_order, expected = brute_force(seed)
    np.testing.assert_allclose(values, expected, atol=1e-12)
    assert order.tolist() == expected_order


def test_a_copy_adds_nothing(rng):
    reference, query = rng.normal(size=(2, 1000, 4))
    query[:, 0] += 0.8
    reference[:, 1], query[:, 1] = reference[:, 0], query[:, 0]
    assert FastCMIM(max_selected=4).localize(reference, query).shifted_features == ("x0",)
