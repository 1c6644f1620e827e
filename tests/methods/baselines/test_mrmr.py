import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from featureshift.errors import UnknownNameError
from featureshift.methods.baselines._shared.cuts import above_cuts, cut_points, pack
from featureshift.methods.baselines.mrmr import MRMR, SCHEMES, greedy_order, information_with


def codes_of(values, cuts):
    columns = values.T
    return [np.searchsorted(np.unique(cut_points(c, cuts)), c) for c in columns]


def brute_force(codes, source, scheme, n):
    """One pair of columns at a time, with scikit-learn's mutual information."""
    relevance = [mutual_info_score(c, source) for c in codes]
    order = [int(np.argmax(relevance))]
    while len(order) < len(codes):
        best, best_value = None, -np.inf
        for j in range(len(codes)):
            if j in order:
                continue
            shared = [
                max(
                    mutual_info_score(codes[j], codes[k]),
                    (len(set(codes[j])) - 1) * (len(set(codes[k])) - 1) / (2 * n),
                )
                for k in order
            ]
            mean = np.mean(shared)
            value = relevance[j] / mean if scheme == "quotient" else relevance[j] - mean
            if value > best_value:
                best, best_value = j, value
        order.append(best)
    return order, relevance


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("seed", range(3))
def test_order_is_that_of_brute_force(scheme, seed):
    rng = np.random.default_rng(seed)
    n = 300
    values = (rng.normal(size=(n, 1)) + rng.normal(size=(n, 7))).astype(np.float32)
    values[:, 6] = np.round(values[:, 6] / 2)
    source = rng.random(n) < 0.5
    values[source, :3] += 0.5
    expected, relevance = brute_force(codes_of(values, 3), source, scheme, n)
    bits = above_cuts(values, 3)
    ours = information_with(bits, pack(source)[None], n)
    np.testing.assert_allclose(ours, relevance, atol=1e-12)
    assert greedy_order(bits, ours, n, SCHEMES[scheme], 7).tolist() == expected


def test_a_copy_comes_later_than_something_new(rng):
    reference, query = rng.normal(size=(2, 1000, 4))
    query[:, 0] += 0.8
    query[:, 2] += 0.4
    reference[:, 1], query[:, 1] = reference[:, 0], query[:, 0]
    scores = MRMR(max_selected=4).localize(reference, query).scores
    assert scores[0] > scores[2] > scores[1]


def test_unknown_scheme_is_refused():
    with pytest.raises(UnknownNameError):
        MRMR(scheme="product")
