import numpy as np

from featureshift.methods.fslnet.maps.standardize import FARTHEST, Standardizer
from featureshift.methods.measures import CentralMoments


def test_pooled_columns_have_mean_0_and_deviation_1(rng):
    block = rng.random((500, 4), dtype=np.float32)
    block[:, 1] *= 1e-3
    block[3, 2] = np.nan
    block[:, 3] = 0.5
    moments = CentralMoments()
    standard = Standardizer.of(moments.update(moments.start(4), block))(block)
    np.testing.assert_allclose(standard[:, :2].mean(axis=0), 0, atol=1e-3)
    np.testing.assert_allclose(standard[:, :2].std(axis=0), 1, atol=1e-3)
    assert standard[3, 2] == 0
    assert (standard[:, 3] == 0).all()


def test_no_cell_counts_as_farther_out_than_the_limit():
    block = np.zeros((1000, 1), np.float32)
    block[0] = 1
    moments = CentralMoments()
    assert Standardizer.of(moments.update(moments.start(1), block))(block).max() == FARTHEST
