import numpy as np
import pandas as pd

from benchmarks.reality.quiet.duplicates import (
    both_twice,
    near_copies,
    query_twice,
    rows_in_both,
    with_duplicates,
)


def test_so_many_rows_occur_again():
    table = pd.DataFrame({"x": np.arange(200)})
    longer = with_duplicates(np.random.default_rng(0), table, 0.05)
    assert len(longer) == 210
    assert longer["x"].duplicated().sum() == 10


def test_every_row_twice():
    rng = np.random.default_rng(0)
    case = query_twice(rng)
    assert case.query.duplicated(keep=False).all()
    assert not case.reference.duplicated(keep=False).all()
    case = both_twice(rng)
    assert case.reference.duplicated(keep=False).all()


def test_a_near_copy_differs_in_two_columns_at_most():
    rng = np.random.default_rng(1)
    while True:  # until one comes in order
        table = near_copies(rng).query.to_numpy()
        same = (table[1:] == table[:-1]).sum(axis=1)
        if (same > 0).mean() > 0.4:
            break
    width = table.shape[1]
    assert {*(width - same[same > 1]).tolist()} <= {0, 1, 2, 3, 4}


def test_rows_of_the_reference_are_in_the_query():
    for seed in range(4):
        case = rows_in_both(np.random.default_rng(seed))
        both = case.query.merge(case.reference.drop_duplicates(), how="inner")
        assert 0.01 < len(both) / len(case.reference) < 0.85
