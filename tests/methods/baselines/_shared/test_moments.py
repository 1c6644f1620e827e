import numpy as np
import pytest

from featureshift.methods.baselines._shared.moments import Moments, SplitMoments


@pytest.mark.parametrize("n_query", [1, 40, 150, 199])
def test_parts_of_a_split_have_the_moments_of_their_rows(rng, n_query):
    rows = rng.normal(size=(200, 1)) + rng.normal(size=(200, 6))
    rows[:n_query] += 0.7
    rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    is_query = np.arange(200) < n_query
    for found, own in zip(
        SplitMoments(rows).parts(is_query), (rows[~is_query], rows[is_query]), strict=True
    ):
        expected = Moments.of(own)
        np.testing.assert_allclose(found.mean, expected.mean, atol=1e-12)
        np.testing.assert_allclose(found.covariance, expected.covariance, atol=1e-12)
        assert found.shrinkage == pytest.approx(expected.shrinkage)


def test_shrinkage_is_that_of_the_noise(rng):
    wide, long = rng.normal(size=(20, 50)), rng.normal(size=(5000, 50)) @ rng.normal(size=(50, 50))
    assert Moments.of(wide).shrinkage > 0.8
    assert Moments.of(long).shrinkage < 0.05
