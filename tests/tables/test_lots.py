import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.tables import align
from featureshift.tables.lots import drawn_rows, smallest_lots


def columns(rng, n):
    holes = np.where(rng.random(n) < 0.1, np.nan, rng.normal(size=n).round(1))
    return {
        "holes": holes,
        "count": rng.integers(0, 5, n),
        "color": rng.choice(["red", "green", "blue"], n),
    }


def drawn(reference, query, most=60, **options):
    pair = align(reference, query, **options)
    return [drawn_rows(side, pair.features, most) for side in pair.sides]


def drawn_of(values, most):
    return drawn(values, values, most)[0]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.sampled_from([2, 5, 1000]))
def test_order_changes_nothing(seed, count, n_values):
    rng = np.random.default_rng(seed)
    keys = rng.integers(0, 2**64, n_values, np.uint64)[rng.integers(0, n_values, 50)]
    shuffled = rng.permutation(keys)
    chosen, others = smallest_lots(keys, count), smallest_lots(shuffled, count)
    assert len(np.unique(chosen)) == min(count, 50)
    np.testing.assert_array_equal(keys[chosen], shuffled[others])


def test_the_first_of_a_choice_are_a_smaller_choice(rng):
    keys = rng.integers(0, 300, 5000).astype(np.uint64)
    np.testing.assert_array_equal(
        keys[smallest_lots(keys, 1000)[:70]], keys[smallest_lots(keys, 70)]
    )


def test_the_choice_is_uniform(rng):
    rows = np.stack([rng.permutation(50_000), np.zeros(50_000)], axis=1)
    chosen = drawn_of(rows, 5000)[:, 0]
    assert len(np.unique(chosen)) == 5000
    tenths = np.bincount((chosen // 5000).astype(int), minlength=10)
    # Tenths of 500 have a standard deviation of 20.
    assert np.abs(tenths - 500).max() < 80


@pytest.mark.parametrize("share", [0.05, 0.6, 0.999])
def test_identical_rows_weigh_by_their_number(rng, share):
    rows = rng.normal(size=(50_000, 2))
    same = rng.random(50_000) < share
    rows[same] = 7.0
    kept = (drawn_of(rows, 4000) == 7).all(axis=1).mean()
    spread = np.sqrt(share * (1 - share) / 4000)
    assert abs(kept - same.mean()) < 4 * spread


def test_few_distinct_rows_keep_their_shares(rng):
    rows = (rng.random((100_000, 3)) < [0.5, 0.2, 0.05]).astype(float)
    chosen = drawn_of(rows, 20_000)
    assert np.abs(chosen.mean(axis=0) - rows.mean(axis=0)).max() < 0.015


def test_the_order_of_rows_and_columns_changes_nothing(rng):
    reference, query = columns(rng, 400), columns(rng, 500)
    wanted = drawn(reference, query)
    order = rng.permutation(500)
    shuffled = {name: query[name][order] for name in ("color", "holes", "count")}
    for found, own in zip(drawn(reference, shuffled), wanted, strict=True):
        np.testing.assert_array_equal(found, own)
    swapped = drawn(shuffled, reference)
    assert [len(rows) for rows in swapped] == [60, 60]
    by_name = [list(shuffled).index(name) for name in reference]
    np.testing.assert_array_equal(swapped[0][:, by_name], wanted[1])
    np.testing.assert_array_equal(swapped[1][:, by_name], wanted[0])


def test_partitions_change_nothing(rng, tmp_path):
    whole = pa.table(columns(rng, 700))
    shuffled = whole.take(rng.permutation(700))
    for number, start in enumerate((0, 100, 450)):
        rows = (100, 350, 250)[number]
        pa.parquet.write_table(shuffled.slice(start, rows), tmp_path / f"{number}.parquet")
    other = pa.table(columns(rng, 300))
    in_memory, on_disk = drawn(pl.from_arrow(whole), other), drawn(tmp_path, other)
    for found, wanted in zip(on_disk, in_memory, strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_drawn_rows_are_rows_of_the_table_over_many_batches(rng):
    rows = rng.integers(0, 1000, (200_000, 2)).astype(np.float32)
    rows[:, 1] = rows[:, 0] * 2
    found = drawn_of(rows, 150_000)
    assert found.shape == (150_000, 2)
    np.testing.assert_array_equal(found[:, 1], found[:, 0] * 2)
    assert len(drawn_of(rows[:50], 100)) == 50
    assert len(drawn(rows, rows, 100, max_rows=1000)[0]) == 100


def test_rows_in_common_are_chosen_together(rng):
    before = rng.normal(size=(3000, 4))
    after = before.copy()
    after[:300, 2] = 9.0
    reference, query = ({tuple(row) for row in rows} for rows in drawn(before, after, most=1000))
    assert len(reference & query) > 850
    np.testing.assert_array_equal(*drawn(before, before.copy(), most=1000))
