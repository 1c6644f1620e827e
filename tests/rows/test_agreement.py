"""Rows that agree by more than chance, by columns that tell."""

import numpy as np

from featureshift.engines.reading import read_pair
from featureshift.rows.agreement import MOST_COLUMNS, agreeing_rows, telling_columns
from featureshift.tables.sample import column_salts


def samples_of(reference, query):
    return [side.sample for side in read_pair(reference, query).sides]


def test_a_column_that_seldom_tells_in_one_of_the_tables_does_not_count(rng):
    reference, query = rng.normal(size=(2, 500, 6))
    query[:, 2] = rng.integers(0, 3, 500)
    telling = telling_columns(samples_of(reference, query), "abcdef")
    assert sorted(telling.columns) == [0, 1, 3, 4, 5]


def test_more_columns_than_needed_are_not_looked_at(rng):
    reference, query = rng.normal(size=(2, 50, 200))
    names = [f"x{j}" for j in range(200)]
    assert len(telling_columns(samples_of(reference, query), names).columns) == MOST_COLUMNS


def test_the_order_of_columns_does_not_matter(rng):
    reference, query = rng.normal(size=(2, 300, 8))
    names = np.array(list("abcdefgh"))
    order = rng.permutation(8)
    here = telling_columns(samples_of(reference, query), names)
    there = telling_columns(samples_of(reference[:, order], query[:, order]), names[order])
    assert names[here.columns].tolist() == names[order][there.columns].tolist()


def test_every_pair_of_a_small_family_is_held_against_each_other(rng):
    rows = rng.normal(size=(100, 12))
    links = agreeing_rows(np.concatenate([rows] * 3), column_salts("abcdefghijkl"), 1)
    assert len(links.one) == 3 * 100
    assert (links.one % 100 == links.other % 100).all()


def test_strangers_do_not_agree(rng):
    assert len(agreeing_rows(rng.normal(size=(500, 8)), column_salts("abcdefgh"), 4).one) == 0
