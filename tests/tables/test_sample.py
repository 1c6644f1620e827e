import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.tables.sample import RowSample, column_salts, row_keys

SALTS = column_salts(["a", "b"], seed=3)


def sample_of(values, capacity, parts=1):
    sample = RowSample.empty(capacity, values.shape[1])
    for part in np.array_split(values, parts):
        sample = sample.update(part, SALTS)
    return sample


def assert_same(left, right):
    np.testing.assert_array_equal(left.keys, right.keys)
    np.testing.assert_array_equal(left.counts, right.counts)
    np.testing.assert_array_equal(left.rows, right.rows)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 5), st.sampled_from([2, 5, 1000])
)
def test_row_order_and_partition_change_nothing(seed, capacity, parts, n_values):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, n_values, (50, 2)).astype(float)
    whole = sample_of(values, capacity)
    assert_same(whole, sample_of(rng.permutation(values), capacity, parts))
    left, right = np.split(values, [rng.integers(51)])
    assert_same(whole, sample_of(left, capacity).merge(sample_of(right, capacity)))


def test_small_table_is_its_own_sample(rng):
    values = rng.normal(size=(40, 2))
    sample = sample_of(values, capacity=100)
    np.testing.assert_array_equal(np.unique(sample.rows, axis=0), np.unique(values, axis=0))
    assert sample.counts.tolist() == [1] * 40


def test_identical_rows_share_a_key_and_carry_a_count():
    values = np.array([[1.0, 2.0]] * 7 + [[3.0, np.nan]] * 5)
    sample = sample_of(values, capacity=10, parts=3)
    assert sorted(sample.counts.tolist()) == [5, 7]


def test_sample_is_uniform_over_distinct_rows():
    values = np.stack([np.arange(20_000.0), np.zeros(20_000)], axis=1)
    kept = sample_of(values, capacity=2000).rows[:, 0]
    # Mean of 2,000 out of 0..19,999 has a standard error of 129.
    assert abs(kept.mean() - 9999.5) < 650


def test_keys_depend_on_seed_name_and_value_not_on_column_order(rng):
    values = rng.normal(size=(10, 2))
    keys = row_keys(values, SALTS)
    np.testing.assert_array_equal(keys, row_keys(values[:, ::-1], column_salts(["b", "a"], seed=3)))
    assert not np.array_equal(keys, row_keys(values, column_salts(["a", "b"], seed=4)))
    assert not np.array_equal(keys, row_keys(values, column_salts(["a", "c"], seed=3)))


def test_single_and_double_precision_have_one_key(rng):
    values = rng.normal(size=(10, 2)).astype(np.float32)
    np.testing.assert_array_equal(row_keys(values, SALTS), row_keys(values.astype(float), SALTS))


def test_negative_zero_and_nan_payloads_are_one_value():
    plain = np.array([[0.0, np.nan]])
    odd = np.array([[-0.0, -np.nan]])
    np.testing.assert_array_equal(row_keys(plain, SALTS), row_keys(odd, SALTS))


def test_no_collision_among_binary_rows(rng):
    salts = column_salts([f"c{j}" for j in range(40)], seed=0)
    rows = np.unique(rng.integers(0, 2, (50_000, 40)), axis=0).astype(np.float32)
    assert len(np.unique(row_keys(rows, salts))) == len(rows)
