"""Frequent rows are in the sample, whatever their hash."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.engines.reading import read_pair
from featureshift.tables import frequent as module
from featureshift.tables.frequent import FrequentKeys, comparable, frequent_rows, smaller
from featureshift.tables.sample import RowSample, column_salts, row_keys
from featureshift.tables.table import ArrayPartition

SALTS = column_salts(["a", "b"])


def pair_of(reference, query, capacity=2000):
    return read_pair(reference, query, sample_rows=lambda _: capacity)


def sevens(side):
    """Share of rows that hold nothing but 7."""
    seven = side.encoder(np.full((1, 2), 7.0))
    return (side.shuffled_rows() == seven).all(axis=1).mean()


def with_sevens(rng, n, share):
    rows = rng.normal(size=(n, 2))
    rows[rng.random(n) < share] = 7.0
    return rows


@pytest.mark.parametrize("share", [0.004, 0.05, 0.6, 0.999])
def test_identical_rows_weigh_by_their_number(rng, share):
    tables = [with_sevens(rng, n, share) for n in (50_000, 20_000)]
    for side, table in zip(pair_of(*tables).sides, tables, strict=True):
        wanted = (table == 7).all(axis=1).mean()
        assert abs(sevens(side) - wanted) <= 1 / 2000


def test_order_and_partition_change_nothing(rng):
    tables = [np.vstack([with_sevens(rng, 30_000, 0.2), np.full((3000, 2), 5.0)]) for _ in range(2)]
    wanted = pair_of(*tables).reference.shuffled_rows()
    for order in (rng.permutation(33_000), np.lexsort(tables[0].T)):
        found = pair_of(tables[0][order], tables[1]).reference.shuffled_rows()
        np.testing.assert_array_equal(found, wanted)


def test_only_tables_with_frequent_rows_are_read_twice(rng, monkeypatch):
    read = []
    plain = ArrayPartition.batches

    def counted(part, selection):
        read.append(part.n_rows)
        return plain(part, selection)

    monkeypatch.setattr(ArrayPartition, "batches", counted)
    distinct, query = rng.normal(size=(50_000, 2)), rng.normal(size=(100, 2))
    pair_of(distinct, query)
    assert sum(read) == 50_100
    read.clear()
    pair_of(
        np.vstack([distinct[:20_000], np.repeat([[7.0, 7], [8, 8], [9, 9]], 9000, axis=0)]), query
    )
    assert sum(read) == 2 * 47_000 + 100


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["shuffled", "sorted", "spaced"]))
def test_what_is_frequent_is_a_candidate_in_any_order(seed, order):
    rng = np.random.default_rng(seed)
    n = 6000
    contents = np.concatenate([np.repeat([1, 2, 3], [60, 13, 8]), np.arange(10, n + 10)])[:n]
    rng.shuffle(contents)
    if order == "sorted":
        contents = np.sort(contents)
    values = np.stack([contents, contents], axis=1).astype(float)
    keys = row_keys(values, SALTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "STRETCH", 2048)
        found = FrequentKeys()
        for part in np.array_split(keys, rng.integers(1, 9)):
            found = (
                found.update(part)
                if order != "spaced"
                else found.merge(FrequentKeys().update(part))
            )
        sample = RowSample.empty(4000).update(values, keys).settled()
        candidates = module.candidates(sample, found)
    unique, counts = np.unique(keys, return_counts=True)
    frequent = unique[counts >= frequent_rows(sample)]
    assert len(frequent) == 3
    assert np.isin(frequent, candidates).all()


def test_where_many_rows_are_repeated_both_samples_hold_the_same_contents(rng):
    contents = rng.normal(size=(30_000, 2))
    tables = [contents[rng.integers(0, 30_000, n)] for n in (300_000, 40_000)]
    pair = pair_of(*tables, capacity=5000)
    assert pair.reference.sample.limit == pair.query.sample.limit
    wanted = tables[0].mean(axis=0) - tables[1].mean(axis=0)
    assert np.abs(wanted).max() < 0.03  # one distribution
    found = pair.reference.shuffled_rows().mean(axis=0) - pair.query.shuffled_rows().mean(axis=0)
    # The contents are the same, so only the counts of the query vary.
    assert np.abs(found).max() < 4 / np.sqrt(len(pair.query.shuffled_rows()))


def test_samples_of_rows_that_hardly_repeat_are_left_alone(rng):
    samples = []
    for n in (9000, 3000):
        values = rng.normal(size=(n, 2))
        samples.append(RowSample.empty(1000).update(values, row_keys(values, SALTS)).settled())
    assert samples[0].limit != samples[1].limit
    assert comparable(*samples) == tuple(samples)


@pytest.mark.parametrize("capacity", [1999, 500, 20])
def test_a_smaller_sample_is_that_of_a_reading_with_less_room(rng, capacity):
    table = with_sevens(rng, 9000, 0.3)
    large, wanted = (
        pair_of(table, table, capacity=room).reference.sample for room in (2000, capacity)
    )
    found = smaller(large, capacity)
    for name in ("capacity", "n_rows", "keys", "counts", "positions", "limit", "frequent"):
        np.testing.assert_array_equal(getattr(found, name), getattr(wanted, name), err_msg=name)
    assert smaller(large, 2000) is large
