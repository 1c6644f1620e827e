import numpy as np
import pytest
from sklearn.feature_selection import f_classif

from featureshift.methods.baselines.select_k_best import SelectKBest, f_statistics


@pytest.mark.parametrize("cells", [20, 1 << 18])
def test_f_is_that_of_scikit_learn(rng, monkeypatch, cells):
    monkeypatch.setattr("featureshift.methods.baselines.select_k_best._CELLS", cells)
    values, labels = rng.random((300, 5)), rng.random((4, 300)) < 0.3
    expected = [f_classif(values, label)[0] for label in labels]
    np.testing.assert_allclose(f_statistics(values, labels), expected, rtol=1e-9)


def test_select_k_best_scores_are_p_values_of_scikit_learn(rng):
    reference, query = rng.normal(size=(2, 1000, 6)).astype(np.float32)
    labels = np.repeat([0, 1], 1000)
    expected = -np.log(f_classif(np.concatenate([reference, query]), labels)[1])
    scores = SelectKBest().localize(reference, query).scores
    np.testing.assert_allclose(scores, expected, rtol=1e-3, atol=1e-5)


def test_tables_that_do_not_overlap_have_finite_ranked_scores(rng):
    reference, query = np.zeros((200, 3)), np.ones((200, 3))
    reference[:, 1:], query[:, 1:] = rng.normal(size=(2, 200, 2))
    query[:, 2] += 20
    scores = SelectKBest().localize(reference, query).scores
    assert scores.argsort().tolist() == [1, 2, 0]
