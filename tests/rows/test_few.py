"""What a handful of rows can prove."""

import numpy as np
import pyarrow as pa
import pytest

from featureshift.engines.reading import read_pair
from featureshift.rows.few import FEWEST_ROWS, are_few, far_columns, foreign_columns


def test_few_is_of_either_table(rng):
    long, short = rng.normal(size=(100, 2)), rng.normal(size=(FEWEST_ROWS - 1, 2))
    enough = rng.normal(size=(FEWEST_ROWS, 2))
    assert are_few(read_pair(long, short))
    assert are_few(read_pair(short, long))
    assert not are_few(read_pair(long, enough))


@pytest.mark.parametrize("rows", [2, 3, 5, 9])
def test_chance_seldom_flags(rows):
    alarms = 0
    for seed in range(200):
        rng = np.random.default_rng([seed, rows])
        long, short = (
            np.concatenate([rng.normal(size=(n, 5)), rng.lognormal(size=(n, 5))], axis=1)
            for n in (500, rows)
        )
        alarms += foreign_columns(read_pair(long, short)).any()
    assert alarms <= 6


def test_values_far_outside_are_foreign(rng):
    long, short = rng.normal(size=(1000, 3)), rng.normal(size=(3, 3))
    short[1, 2] = 1e4
    for tables in ((long, short), (short, long)):
        assert foreign_columns(read_pair(*tables)).tolist() == [False, False, True]


def test_several_values_beyond_the_range_are_foreign(rng):
    long, short = rng.random((1000, 3)), rng.random((3, 3))
    short[:, 0] += 1
    assert foreign_columns(read_pair(long, short)).tolist() == [True, False, False]


def test_unseen_levels_are_foreign_where_levels_are_known(rng):
    known, names = rng.choice(list("abc"), 1000), [f"id{k}" for k in rng.integers(0, 900, 1000)]
    long = pa.table({"kind": known, "name": names, "x": rng.normal(size=1000)})
    short = pa.table(
        {"kind": ["z", "z", "y"], "name": ["new1", "new2", "new3"], "x": [0.0, 1.0, 2]}
    )
    assert foreign_columns(read_pair(long, short)).tolist() == [True, False, False]


def test_far_is_beyond_the_range_by_its_width_in_most_rows(rng):
    reference, query = rng.uniform(size=(2, 500, 5))
    query[:, 1] += 2.5
    query[:, 2] += 1.2
    query[:100, 3] += 100
    query[:, 4] -= 2.5
    assert far_columns(read_pair(reference, query)).tolist() == [False, True, False, False, True]


def test_series_that_go_on_are_not_far():
    far = 0
    for seed in range(200):
        walk = np.cumsum(np.random.default_rng(seed).normal(size=(2000, 1)), axis=0)
        far += far_columns(read_pair(walk[:1000], walk[1000:])).any()
    assert far <= 4
