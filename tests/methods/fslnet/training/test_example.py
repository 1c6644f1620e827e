import numpy as np
import pytest

from featureshift.corpus import Dataset, Provenance
from featureshift.methods.fslnet.training.config import ExampleConfig
from featureshift.methods.fslnet.training.example import describe_pair, make_pair
from featureshift.methods.measures import StatisticalMeasures
from featureshift.simulate import TRAINING

MEASURES = StatisticalMeasures()
PLAIN = ExampleConfig(degenerate=0.0, binary_as_categorical=0.0)


def dataset(rng, d=20, n=300, missing=0.0):
    values = (rng.normal(size=(n, d)) * 10).astype(np.float32)
    values[:, : d // 2] = rng.integers(4, size=(n, d // 2))
    values[rng.random(values.shape) < missing] = np.nan
    return Dataset("t", values, np.arange(d) < d // 2, Provenance("x", "CC0"))


@pytest.mark.parametrize("name", TRAINING)
def test_shares_labels_and_range(name, rng):
    for _ in range(5):
        pair = make_pair(dataset(rng), 200, 16, ExampleConfig(), {name: 1.0}, rng)
        example = describe_pair(pair, MEASURES, 64)
        assert pair.reference.shape == pair.query.shape == (100, 16)
        assert pair.shifted.sum() <= 4
        assert (example.shifted <= pair.shifted).all()
        assert (example.manipulation == name) == bool(example.shifted.any())
        for half in (example.reference, example.query):
            assert half.rows.shape == (64, 16)
            assert half.measures.shape == (206, 16)
            assert half.rows.dtype == half.measures.dtype == np.float32
            assert half.rows.min() >= 0
            assert half.rows.max() <= 1


def test_only_eligible_columns_are_manipulated(rng):
    for name, wanted in (("T1", False), ("T8", True)):
        pair = make_pair(dataset(rng), 200, 20, PLAIN, {name: 1.0}, rng)
        assert (pair.categorical[pair.shifted] == wanted).all()


def test_without_probabilities_nothing_is_shifted(rng):
    example = describe_pair(make_pair(dataset(rng), 200, 16, PLAIN, {}, rng), MEASURES, 10)
    assert example.manipulation is None
    assert not example.shifted.any()


def test_missing_cells_are_masked_and_filled_with_the_pooled_median(rng):
    pair = make_pair(dataset(rng, missing=0.2), 200, 16, PLAIN, {"T3": 1.0}, rng)
    example = describe_pair(pair, MEASURES, 100)
    both = np.concatenate([example.reference.rows, example.query.rows])
    present = np.concatenate([example.reference.present, example.query.present])
    assert np.array_equal(present, ~np.isnan(np.concatenate([pair.reference, pair.query])))
    for column in range(16):
        seen = both[present[:, column], column]
        assert np.allclose(both[~present[:, column], column], np.median(seen))
    assert np.isfinite(example.reference.measures).all()


def test_an_empty_column_has_measures_without_difference(rng):
    table = dataset(rng)
    values = table.values.copy()
    values[:, 3] = np.nan
    empty = Dataset("t", values, table.categorical, table.provenance)
    example = describe_pair(make_pair(empty, 200, 20, PLAIN, {}, rng), MEASURES, 50)
    column = np.flatnonzero(~example.reference.present.any(axis=0))
    assert len(column) == 1
    assert (example.reference.measures[:, column] == 0).all()
    assert (example.query.measures[:, column] == 0).all()


def test_a_constant_column_is_never_labeled(rng):
    values = rng.random((200, 8)).astype(np.float32)
    values[:, :7] = 1.0
    table = Dataset("t", values, np.zeros(8, bool), Provenance("x", "CC0"))
    for _ in range(20):
        pair = make_pair(table, 200, 8, PLAIN, {"T6": 1.0}, rng)
        example = describe_pair(pair, MEASURES, 10)
        assert not example.shifted[np.ptp(pair.query, axis=0) == 0].any()


def test_binary_numbers_count_as_categorical_at_times(rng):
    values = rng.integers(2, size=(200, 8)).astype(np.float32)
    table = Dataset("t", values, np.zeros(8, bool), Provenance("x", "CC0"))
    kinds = {
        make_pair(table, 200, 8, ExampleConfig(), {}, rng).categorical.all() for _ in range(30)
    }
    assert kinds == {True, False}
