import numpy as np
import pytest

from featureshift.methods.baselines._shared.cuts import (
    above_cuts,
    count,
    count_by_table,
    cut_points,
    pack,
)


@pytest.mark.parametrize("rows", [1, 7, 64, 65, 200])
def test_packed_rows_are_counted(rng, rows):
    flags = rng.random((3, 4, rows)) < 0.5
    np.testing.assert_array_equal(count(pack(flags)), flags.sum(axis=-1))
    np.testing.assert_array_equal(count_by_table(pack(flags)).sum(axis=-1), flags.sum(axis=-1))


def test_quantile_cuts_split_evenly(rng):
    values = rng.random((1000, 2)).astype(np.float32)
    assert count(above_cuts(values, 3)).tolist() == [[750, 500, 250]] * 2


def test_few_values_are_all_told_apart():
    column = np.repeat(np.arange(4, dtype=np.float32), [90, 2, 3, 5])
    assert cut_points(column, 5).tolist() == [0, 1, 2, 2, 2]


def test_a_heavy_top_is_told_from_the_rest(rng):
    column = np.concatenate([rng.random(10), np.ones(90)]).astype(np.float32)
    assert count(above_cuts(column[:, None], 3)).tolist() == [[90, 90, 90]]
