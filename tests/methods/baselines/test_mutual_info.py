import numpy as np
import pytest
from sklearn.feature_selection import mutual_info_classif

from featureshift.errors import OptionError
from featureshift.methods.baselines.mutual_info import MutualInformation


def test_mutual_info_scores_are_those_of_scikit_learn(rng):
    reference, query = rng.normal(size=(2, 400, 6)).astype(np.float32)
    query[:, 1] *= 2
    labels = np.repeat([0, 1], 400)
    expected = mutual_info_classif(np.concatenate([reference, query]), labels, random_state=0)
    scores = MutualInformation().localize(reference, query).scores
    np.testing.assert_allclose(scores, expected, atol=2e-3)


def test_bad_options():
    with pytest.raises(OptionError):
        MutualInformation(n_neighbors=0)
