import numpy as np

from featureshift.methods.baselines._shared.ranking import falling_scores


def test_scores_fall_strictly_along_the_order(rng):
    order = rng.permutation(8)
    scores = falling_scores(order, [3, 3, 5, 1, 2, 0, 0, 0])
    assert (np.diff(scores[order]) < 0).all()
    np.testing.assert_allclose(scores[order], [3, 3, 3, 1, 1, 0, 0, 0], atol=1e-12)


def test_a_cut_ends_at_the_first_value_that_does_not_exceed_it():
    scores = falling_scores([0, 1, 2, 3], [4.0, 3.0, 1.0, 9.0])
    assert (scores > 2.0).tolist() == [True, True, False, False]
