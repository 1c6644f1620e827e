import numpy as np

from featureshift.simulate.related_order import related_order


def test_related_columns_stand_side_by_side_and_none_is_lost(rng):
    causes = rng.normal(size=(300, 3))
    table = np.repeat(causes, 4, axis=1) + 0.1 * rng.normal(size=(300, 12))
    mixed = rng.permutation(12)
    order = related_order(table[:, mixed].astype(np.float32), rng)
    assert sorted(order) == list(range(12))
    families = mixed[order] // 4
    assert (np.diff(families) != 0).sum() == 2


def test_constant_and_missing_columns_are_ordered_too(rng):
    table = np.full((10, 3), np.nan, np.float32)
    table[:, 1] = 1
    assert sorted(related_order(table, rng)) == [0, 1, 2]
