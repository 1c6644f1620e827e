import numpy as np
import pytest
from sklearn.feature_selection import mutual_info_classif
from sklearn.metrics import mutual_info_score

from featureshift.methods.baselines._shared.information import (
    neighbor_information,
    table_information,
)


@pytest.mark.parametrize("k", [1, 3, 7])
@pytest.mark.parametrize("shift", [0.0, 1.0])
def test_neighbor_information_is_that_of_scikit_learn(rng, k, shift):
    label = rng.random(500) < 0.4
    values = rng.normal(size=500) + shift * label
    expected = mutual_info_classif(values[:, None], label, n_neighbors=k, random_state=0)
    np.testing.assert_allclose(neighbor_information(values, label[None], k), expected, atol=1e-9)


def test_few_rows(rng):
    label = np.array([[False, True, True, False, False]])
    values = rng.random(5)
    expected = mutual_info_classif(values[:, None], label[0], n_neighbors=3, random_state=0)
    np.testing.assert_allclose(neighbor_information(values, label, 3), expected, atol=1e-9)
    assert neighbor_information(np.array([1.0, 2.0]), np.array([[False, True]]), 3).item() == 0.0


def test_table_information_is_that_of_scikit_learn(rng):
    first, second = rng.integers(4, size=300), rng.integers(3, size=300)
    table = np.zeros((4, 3))
    np.add.at(table, (first, second), 1)
    np.testing.assert_allclose(table_information(table), mutual_info_score(first, second))
    assert table_information(np.zeros((2, 2))) == 0.0
