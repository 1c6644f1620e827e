from __future__ import annotations

import numpy as np
import pytest

from featureshift.corpus import Dataset, Provenance, clean, clean_dataset, cleaning


def table(rng, n_rows=600, n_features=12):
    return rng.normal(size=(n_rows, n_features)).astype(np.float32)


def flags(values):
    return np.arange(values.shape[1]) % 2 == 0


def test_a_clean_table_is_left_alone(rng):
    values = table(rng)
    cleaned = clean(values, flags(values), rng)
    np.testing.assert_array_equal(cleaned.values, values)
    np.testing.assert_array_equal(cleaned.categorical, flags(values))


@pytest.mark.parametrize(
    ("n_rows", "n_features", "enough"), [(500, 10, 1), (499, 10, 0), (500, 9, 0)]
)
def test_the_smallest_table(rng, n_rows, n_features, enough):
    values = table(rng, n_rows, n_features)
    assert (clean(values, flags(values), rng) is not None) == enough


def test_constant_features_go_and_cost_no_rows(rng):
    values = table(rng)
    values[:, 3] = 5
    values[:200, 3] = np.nan  # a third missing: within both limits
    values[:, 4] = np.nan
    cleaned = clean(values, flags(values), rng)
    kept = [j for j in range(12) if j not in (3, 4)]
    np.testing.assert_array_equal(cleaned.values, values[:, kept])
    np.testing.assert_array_equal(cleaned.categorical, flags(values)[kept])


def test_features_that_become_constant_with_the_rows_lost_go_too(rng):
    values = table(rng)
    values[:, 3] = 0
    values[:50, 3] = 1
    values[:50, 0] = np.nan
    cleaned = clean(values, flags(values), rng)
    assert cleaned.values.shape == (550, 11)


def test_too_few_features_after_the_constants(rng):
    values = table(rng, n_features=10)
    values[:, 0] = 1
    assert clean(values, flags(values), rng) is None


def half_missing(rng):
    """Limit 0.4 drops the feature and keeps the rows, 0.7 the other way round."""
    values = table(rng, 1200)
    values[:600, 5] = np.nan
    return values


def test_when_both_strategies_leave_enough_chance_decides(rng):
    values = half_missing(rng)
    shapes = [clean(values, flags(values), rng).values.shape for _ in range(60)]
    assert set(shapes) == {(1200, 11), (600, 12)}
    assert 15 < shapes.count((600, 12)) < 45


def test_when_one_strategy_leaves_enough_it_is_taken(rng):
    rows_short = table(rng, 900)
    rows_short[:400, 5] = np.nan  # 44 %
    rows_short[-101:, 6] = np.nan  # leaves 399 rows to the strategy that keeps feature 5
    shapes = {clean(rows_short, flags(rows_short), rng).values.shape for _ in range(20)}
    assert shapes == {(799, 11)}
    features_short = half_missing(rng)[:, 2:]
    shapes = {clean(features_short, flags(features_short), rng).values.shape for _ in range(20)}
    assert shapes == {(600, 10)}


def test_beyond_the_larger_limit_a_feature_always_goes(rng):
    values = table(rng, 2000)
    values[:1401, 5] = np.nan
    assert {clean(values, flags(values), rng).values.shape for _ in range(10)} == {(2000, 11)}


def test_nothing_missing_is_left(rng):
    values = table(rng, 3000)
    values[rng.random(values.shape) < 0.05] = np.nan
    cleaned = clean(values, flags(values), rng)
    assert np.isfinite(cleaned.values).all()
    assert 500 <= len(cleaned.values) < 3000


def test_large_tables_are_cut_into_ten_of_equal_size(rng, monkeypatch):
    monkeypatch.setattr(cleaning, "MAX_CELLS", 6000)
    values = table(rng, 607, 10)
    assert len(cleaning.cut(values[:600])) == 1
    parts = cleaning.cut(values)
    assert {part.shape for part in parts} == {(60, 10)}
    together = np.concatenate(parts)
    assert len(np.unique(together, axis=0)) == 600
    assert set(together[:, 0]) <= set(values[:, 0])


def test_a_data_set_keeps_its_origin(rng, monkeypatch):
    values = table(rng)
    values[:, 0] = 1
    origin = Provenance("by hand", "CC0-1.0")
    (cleaned,) = clean_dataset(Dataset("tiny", values, flags(values), origin), rng)
    assert (cleaned.name, cleaned.n_features, cleaned.provenance) == ("tiny", 11, origin)
    assert clean_dataset(Dataset("tiny", values[:99], flags(values), origin), rng) == []
    monkeypatch.setattr(cleaning, "MAX_CELLS", 6000)
    parts = clean_dataset(Dataset("tiny", values, flags(values), origin), rng)
    assert [part.name for part in parts] == [f"tiny-part{i}" for i in range(1, 11)]
    assert {part.values.shape for part in parts} == {(60, 11)}
