import numpy as np
import pytest

from featureshift.methods.fslnet.maps.row_maps import RowSums
from featureshift.methods.fslnet.maps.studentized import (
    MOST_ROWS,
    studentized_measures,
    studentized_rows,
)
from featureshift.methods.measures import StatisticalMeasures

MEASURES = StatisticalMeasures(cells=(10,))


def sums(values):
    counts = np.full(values.shape[1], len(values))
    return RowSums(values.sum(axis=0)[None], (values**2).sum(axis=0)[None], counts)


def test_means_over_rows_are_compared_as_by_a_pooled_z_test(rng):
    reference, query = rng.normal(size=(300, 5)), 0.2 + rng.normal(size=(200, 5))
    pooled = np.concatenate([reference, query])
    error = pooled.std(axis=0) * np.sqrt(1 / 300 + 1 / 200)
    expected = (reference.mean(axis=0) - query.mean(axis=0)) / error
    found = studentized_rows(sums(reference), sums(query))
    np.testing.assert_allclose(found[0], expected, rtol=1e-4)


def test_nothing_to_tell_is_0_and_rows_beyond_the_limit_do_not_count():
    empty = RowSums(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1, np.int64))
    some = RowSums(np.ones((1, 1)), np.ones((1, 1)), np.full(1, 10))
    assert studentized_rows(empty, some) == 0
    rows = np.array([4 * MOST_ROWS, 400 * MOST_ROWS])
    many = [
        RowSums(share * rows[None], share * rows[None], rows.astype(np.int64))
        for share in (0.5, 0.51)
    ]
    z = studentized_rows(*many)[0]
    assert z[0] == pytest.approx(z[1], rel=1e-6)


def test_columns_without_a_value_in_one_table_say_nothing(rng):
    reference = rng.random((50, 2), dtype=np.float32)
    query = rng.random((40, 2), dtype=np.float32)
    query[:, 1] = np.nan
    states = [MEASURES.update(MEASURES.start(2), table) for table in (reference, query)]
    z = studentized_measures(MEASURES, *states)
    assert np.isfinite(z).all()
    assert (z[:, 1] == 0).all()
