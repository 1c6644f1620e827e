import numpy as np
import pytest
from scipy.stats import ks_2samp

from featureshift.errors import OptionError
from featureshift.methods.baselines.knn_ks import KNNKS, Neighborhoods, ks_distances


def test_distances_and_neighbors_equal_brute_force(rng):
    rows, points, k = rng.normal(size=(40, 5)), np.array([3, 17, 30]), 6
    near = Neighborhoods(rows, points, k)
    for j in range(5):
        others = np.delete(rows, j, axis=1)
        expected = np.square(others[points, None] - others).sum(axis=2)
        expected[np.arange(3), points] = np.inf
        np.testing.assert_allclose(near.without(j), expected, atol=1e-12)
        sides = [
            expected[:, :20].argsort(axis=1)[:, :k],
            20 + expected[:, 20:].argsort(axis=1)[:, :k],
        ]
        assert set(map(frozenset, near.nearest(j).tolist())) == set(
            map(frozenset, np.concatenate(sides, axis=1).tolist())
        )


@pytest.mark.parametrize("decimals", [0, 1, 8])
def test_ks_equals_scipy_with_and_without_ties(rng, decimals):
    values = np.sort(rng.normal(size=(30, 40)).round(decimals), axis=1)
    labels = rng.random((2, 30, 40)) < 0.4
    found = ks_distances(values, labels)
    for b in range(2):
        for i in range(30):
            sides = values[i][labels[b, i]], values[i][~labels[b, i]]
            expected = ks_2samp(*sides, method="asymp").statistic
            assert found[b, i] == pytest.approx(expected, abs=1e-6)


def test_one_sided_labels_are_no_error():
    assert np.isfinite(ks_distances(np.arange(4.0), np.ones(4, bool)))


def test_column_permutation_permutes_the_scores_roughly(rng):
    reference, query = (rng.normal(size=(300, 5)).cumsum(axis=1) for _ in range(2))
    query[:, 2] = rng.permutation(query[:, 2])
    order = rng.permutation(5)
    scores = KNNKS(max_points=300).localize(reference, query).scores
    permuted = KNNKS(max_points=300).localize(reference[:, order], query[:, order]).scores
    np.testing.assert_allclose(permuted, scores[order], atol=0.02)


def test_a_curved_relation_that_no_covariance_sees_is_found(rng):
    def table(n):
        x = rng.uniform(-1, 1, n)
        return np.column_stack([x, x**2 + 0.05 * rng.normal(size=n), rng.normal(size=n)])

    reference, query = table(1000), table(1000)
    query[:, 1] = rng.permutation(query[:, 1])
    assert KNNKS().localize(reference, query, n_shifted=1).shifted_features[0] in {"x0", "x1"}
    assert KNNKS().localize(reference, query).shifted[1]


def test_rows_used_are_noted(rng):
    localizer = KNNKS(max_points=30, max_rows=60)
    result = localizer.localize(rng.normal(size=(100, 3)), rng.normal(size=(80, 3)))
    messages = [note.message for note in result.notes if note.code == "sampled"]
    assert any("120 of 180 rows" in message for message in messages)
    assert any("30 of 180 rows" in message for message in messages)


@pytest.mark.parametrize("options", [{"n_neighbors": 0}, {"max_rows": -1}, {"time_limit": 0.0}])
def test_bad_options_are_refused_at_construction(options):
    with pytest.raises(OptionError):
        KNNKS(**options)
