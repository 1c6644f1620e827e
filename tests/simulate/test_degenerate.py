import numpy as np

from featureshift.simulate.degenerate import with_degenerate_columns


def test_degenerate_columns_occur(rng):
    values = rng.random((400, 40)).astype(np.float32)
    tables = [with_degenerate_columns(values, rng) for _ in range(20)]
    changed = [(table != values).any(axis=0) for table in tables]
    assert all(1 <= flags.sum() <= 12 for flags in changed)
    assert any((np.ptp(table, axis=0) == 0).any() for table in tables)
    assert any(len(np.unique(table, axis=1).T) < 40 for table in tables)
