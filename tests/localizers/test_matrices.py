import numpy as np

from featureshift.localizers.matrices import matrices_of
from featureshift.tables import align


def test_full_tables_come_scaled_and_without_masks(rng):
    both = matrices_of(align(rng.normal(size=(40, 3)), rng.normal(size=(50, 3))))
    assert (both.reference.shape, both.query.shape) == ((40, 3), (50, 3))
    assert both.missing_reference is None
    assert both.pooled.min() == 0
    assert both.pooled.max() == 1
    assert both.source.tolist() == [0] * 40 + [1] * 50


def test_missing_cells_hold_the_pooled_median(rng):
    reference, query = rng.random((41, 2)), rng.random((40, 2))
    reference[:7, 0] = np.nan
    query[3, 0] = np.nan
    both = matrices_of(align(reference, query))
    present = np.concatenate([both.reference[7:, 0], np.delete(both.query[:, 0], 3)])
    assert both.missing_reference[:7, 0].all()
    np.testing.assert_allclose(both.reference[:7, 0], np.median(present), rtol=1e-6)
    assert not np.isnan(both.pooled).any()


def test_column_missing_on_one_side_survives(rng):
    reference, query = rng.random((20, 2)), rng.random((20, 2))
    query[:, 1] = np.nan
    both = matrices_of(align(reference, query))
    assert both.missing_query[:, 1].all()
    assert not np.isnan(both.query).any()
