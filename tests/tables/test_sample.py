import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.tables.sample import RowSample, column_salts, row_keys, spread

SALTS = column_salts(["a", "b"])


def sample_of(values, capacity, parts=1):
    sample = RowSample.empty(capacity)
    for part in np.array_split(values, parts):
        sample = sample.update(part, row_keys(part, SALTS))
    return sample


def settled(values, capacity, parts=1):
    return sample_of(values, capacity, parts).settled()


def shuffled(sample, most=None):
    return sample.take(sample.shuffled(most))


def assert_same(left, right):
    assert left.limit == right.limit
    assert left.n_rows == right.n_rows
    np.testing.assert_array_equal(shuffled(left), shuffled(right))
    np.testing.assert_array_equal(np.sort(left.keys), np.sort(right.keys))


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 5), st.sampled_from([2, 5, 1000])
)
def test_row_order_and_partition_change_nothing(seed, capacity, parts, n_values):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, n_values, (50, 2)).astype(float)
    whole = settled(values, capacity)
    assert_same(whole, settled(rng.permutation(values), capacity, parts))
    left, right = np.split(values, [rng.integers(51)])
    merged = sample_of(left, capacity).merge(sample_of(right, capacity)).settled()
    assert_same(whole, merged)
    np.testing.assert_array_equal(merged.take(merged.in_order()), whole.take(whole.in_order()))


def test_small_table_is_its_own_sample_and_knows_its_order(rng):
    values = rng.integers(0, 3, (40, 2)).astype(float)
    sample = settled(values, capacity=100, parts=3)
    assert sample.is_complete
    np.testing.assert_array_equal(sample.take(sample.in_order()), values)
    np.testing.assert_array_equal(np.sort(shuffled(sample), axis=0), np.sort(values, axis=0))


def test_few_distinct_rows_are_known_exactly():
    values = np.array([[1.0, 2.0]] * 70 + [[3.0, np.nan]] * 50)
    sample = settled(values, capacity=10, parts=3)
    assert sample.is_complete
    assert sorted(sample.counts.tolist()) == [50, 70]
    assert (shuffled(sample, 12)[:, 0] == 1).sum() == 7
    assert len(shuffled(sample, 1000)) == 120


def test_sample_is_uniform_over_distinct_rows():
    values = np.stack([np.arange(20_000.0), np.zeros(20_000)], axis=1)
    sample = settled(values, capacity=2000)
    assert not sample.is_complete
    kept = shuffled(sample)[:, 0]
    assert len(np.unique(kept)) == 2000
    # Mean of 2,000 out of 0..19,999 has a standard error of 129, of the first 200 one of 408.
    assert abs(kept.mean() - 9999.5) < 650
    assert abs(kept[:200].mean() - 9999.5) < 2000


def test_rows_know_where_they_stood(rng):
    values = rng.normal(size=(3000, 2))
    sample = settled(values, capacity=500, parts=4)
    np.testing.assert_array_equal(sample.take(np.arange(500)), values[sample.positions])
    merged = sample_of(values[:1000], 500).merge(sample_of(values[1000:], 500)).settled()
    np.testing.assert_array_equal(merged.take(np.arange(500)), values[merged.positions])


def test_the_first_of_identical_rows_is_where_they_stood():
    values = np.repeat(np.arange(30.0), 10)[:, None] * [1, 2]
    sample = settled(values, capacity=35, parts=7)
    assert sorted(sample.positions.tolist()) == list(range(0, 300, 10))


def test_neighbors_stand_next_to_each_other(rng):
    values = rng.normal(size=(2000, 2))
    whole = settled(values, 5000)
    np.testing.assert_array_equal(whole.take(whole.neighbors(100)), values[:100])
    sample = settled(values, 1000)
    rows = sample.neighbors(200)
    positions = sample.positions[rows]
    assert len(rows) == 200
    assert (np.diff(positions) > 0).all()
    assert all({p - 1, p + 1} & set(sample.positions.tolist()) for p in positions.tolist())


def test_rows_in_common_are_sampled_together(rng):
    before = rng.normal(size=(3000, 2))
    after = before.copy()
    after[:300, 1] = 9.0
    rows = [{tuple(row) for row in shuffled(settled(v, 1000))} for v in (before, after)]
    assert len(rows[0] & rows[1]) > 850


def test_a_lower_limit_gives_a_smaller_sample(rng):
    values = rng.normal(size=(3000, 2))
    large, small = settled(values, 1000), settled(values, 200)
    assert_same(small, RowSample(**{**vars(large.below(small.limit)), "capacity": 200}))
    assert large.below(large.limit) is large


def test_selecting_columns_keeps_the_rows(rng):
    values = rng.normal(size=(50, 2))
    sample = settled(values, 100, parts=2).select([1])
    np.testing.assert_array_equal(sample.take(sample.in_order()), values[:, [1]])


@pytest.mark.parametrize("count", [100, 1000, 5000])
def test_spread_keeps_proportions(rng, count):
    weights = rng.integers(1, 50, 100).astype(float)
    chosen = np.bincount(spread(weights, count), minlength=100)
    assert chosen.sum() == count
    np.testing.assert_allclose(chosen, weights * count / weights.sum(), atol=1)


def test_keys_depend_on_name_and_value_not_on_column_order(rng):
    values = rng.normal(size=(10, 2))
    keys = row_keys(values, SALTS)
    np.testing.assert_array_equal(keys, row_keys(values[:, ::-1], column_salts(["b", "a"])))
    assert not np.array_equal(keys, row_keys(values, column_salts(["a", "c"])))


def test_single_and_double_precision_have_one_key(rng):
    values = rng.normal(size=(10, 2)).astype(np.float32)
    np.testing.assert_array_equal(row_keys(values, SALTS), row_keys(values.astype(float), SALTS))


def test_negative_zero_and_nan_payloads_are_one_value():
    plain = np.array([[0.0, np.nan]])
    odd = np.array([[-0.0, -np.nan]])
    np.testing.assert_array_equal(row_keys(plain, SALTS), row_keys(odd, SALTS))


def test_no_collision_among_binary_rows(rng):
    salts = column_salts([f"c{j}" for j in range(40)])
    rows = np.unique(rng.integers(0, 2, (50_000, 40)), axis=0).astype(np.float32)
    assert len(np.unique(row_keys(rows, salts))) == len(rows)


def test_a_compact_sample_has_memory_of_its_own(rng):
    values = rng.normal(size=(20, 2))
    salts = column_salts(["a", "b"])
    sample = RowSample.empty(100).update(values, row_keys(values, salts)).compact()
    before = values.copy()
    values[:] = 0
    np.testing.assert_array_equal(sample.take(np.arange(20)), before)


def test_hashed_rows_are_those_below_the_limit(rng):
    values = rng.normal(size=(500, 2))
    salts = column_salts(["a", "b"])
    few = RowSample.empty(100).update(values, row_keys(values, salts)).settled()
    every = RowSample.empty(500).update(values, row_keys(values, salts))
    beyond = every.among(every.keys[every.keys > few.limit][:3])
    whole = few.with_frequent(np.sort(beyond.keys), beyond)
    assert len(whole) == 103
    np.testing.assert_array_equal(whole.hashed.keys, few.keys)
    assert len(whole.hashed.frequent) == 0
