import numpy as np

from featureshift.engines.reading import read_pair
from featureshift.methods.baselines._shared.matrices import matrices_of


def test_full_tables_come_scaled_and_without_masks(rng):
    both = matrices_of(read_pair(rng.normal(size=(40, 3)), rng.normal(size=(50, 3))))
    assert both.pooled.shape == both.with_holes.shape == (90, 3)
    assert both.missing is None
    assert both.pooled.min() == 0
    assert both.pooled.max() == 1
    assert both.source.tolist() == both.is_query.tolist() == [0] * 40 + [1] * 50


def test_missing_cells_hold_the_pooled_median(rng):
    reference, query = rng.random((41, 2)), rng.random((40, 2))
    reference[:7, 0] = np.nan
    query[3, 0] = np.nan
    both = matrices_of(read_pair(reference, query))
    holes = [*range(7), 41 + 3]
    assert np.flatnonzero(both.missing[:, 0]).tolist() == holes
    assert np.isnan(both.with_holes[holes, 0]).all()
    present = np.delete(both.pooled[:, 0], holes)
    np.testing.assert_allclose(both.pooled[holes, 0], np.median(present), rtol=1e-6)
    assert not np.isnan(both.pooled).any()


def test_column_missing_on_one_side_survives(rng):
    reference, query = rng.random((20, 2)), rng.random((20, 2))
    query[:, 1] = np.nan
    both = matrices_of(read_pair(reference, query))
    assert both.missing[20:, 1].all()
    assert not np.isnan(both.pooled).any()
