import numpy as np
import pyarrow as pa
import pytest

from featureshift.engines.reading import read_pair
from featureshift.tables.encode import Encoder


def encode(reference, query):
    pair = read_pair({"x": reference}, {"x": query})
    return [side.rows_in_order()[:, 0] for side in pair.sides], pair


def test_ordinary_numbers_are_left_as_they_are(rng):
    values = rng.normal(size=100).astype(np.float32)
    (encoded, _), _ = encode(values, values)
    np.testing.assert_array_equal(encoded, values)


@pytest.mark.parametrize("offset", [1e9, -1e15, 1.7e18])
def test_small_differences_on_a_large_offset_survive_single_precision(rng, offset):
    steps = rng.integers(0, 1000, 200) * (offset / abs(offset)) * max(abs(offset) * 1e-15, 1) * 8
    (encoded, _), _ = encode(offset + steps, offset + steps)
    exact = (offset + steps) - (offset + steps).min()
    np.testing.assert_allclose(encoded - encoded.min(), exact, rtol=1e-6)


@pytest.mark.parametrize("scale", [1e300, 1e-300, 1e308])
def test_extreme_magnitudes_stay_finite_and_distinct(rng, scale):
    values = rng.uniform(-1, 1, 100) * scale
    (encoded, _), _ = encode(values, values)
    assert np.isfinite(encoded).all()
    np.testing.assert_allclose(encoded / encoded[0], values / values[0], rtol=1e-5)


def test_infinities_become_missing():
    (encoded, _), pair = encode([1.0, np.inf, 2.0], [1.0, -np.inf, 3.0])
    np.testing.assert_array_equal(encoded, [1, np.nan, 2])
    assert [note.code for note in pair.notes] == ["infinite-values"]


def test_codes_rank_the_categories_of_both_tables_by_frequency():
    reference = ["rare"] + ["often"] * 3 + ["middle"]
    query = ["often", "middle", None, "new", "middle"]
    (own, other), pair = encode(reference, query)
    assert own.tolist() == [3, 0, 0, 0, 1]
    np.testing.assert_array_equal(other, [0, 1, np.nan, 2, 1])
    assert pair.reference.encoder.levels[0].texts == ("often", "middle", "new", "rare")


def test_equally_frequent_categories_are_ordered_by_text():
    (_, _), pair = encode(list("ba"), list("ab"))
    assert pair.reference.encoder.levels[0].texts == ("a", "b")


def test_encoding_does_not_write_into_its_input(rng):
    values = rng.normal(size=(20, 2)) + 1e9
    before = values.copy()
    pair = read_pair(values, values)
    pair.reference.rows_in_order()
    np.testing.assert_array_equal(values, before)


def test_encoding_does_not_depend_on_row_order(rng):
    values = rng.normal(size=(50, 3)) * [1, 1e9, 1e-40] + [0, 1e15, 0]
    first, second = read_pair(values, values), read_pair(values[::-1], values)
    np.testing.assert_array_equal(first.reference.encoder.offset, second.reference.encoder.offset)
    np.testing.assert_array_equal(first.reference.encoder.factor, second.reference.encoder.factor)


def test_column_without_any_value_gets_a_zero_range():
    pair = read_pair(
        pa.table({"x": [1.0, 2.0], "e": [None, None]}), {"x": [1.0, 3.0], "e": [1.0, 2.0]}
    )
    assert isinstance(pair.query.encoder, Encoder)
    assert pair.features == ("x", "e")
