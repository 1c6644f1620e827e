import numpy as np
import pytest

from featureshift.corpus import Dataset, Provenance
from featureshift.methods.fslnet.training.example import describe_pair, make_pair
from featureshift.methods.fslnet.training.mixture import uniform
from featureshift.methods.measures import StatisticalMeasures
from featureshift.simulate import TRAINING, LabeledPair, Scene, manipulation_named, shift
from featureshift.train import manipulate
from featureshift.train.config import ExampleConfig
from featureshift.train.degenerate import with_degenerate_columns
from featureshift.train.manipulate import draw_chosen, draw_manipulation, manipulated, negated

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


def test_a_manipulation_for_other_columns_is_never_drawn(rng):
    drawn = {draw_manipulation(uniform(), np.zeros(5, bool), rng).name for _ in range(200)}
    assert drawn == {"T1", "T2", "T3", "T4", "T5", "T6", "T7"}
    assert draw_manipulation({"T8": 1.0}, np.zeros(5, bool), rng) is None


def test_at_most_a_quarter_is_chosen(rng):
    t3 = manipulation_named("T3")
    counts = {len(draw_chosen(t3, np.zeros(20, bool), 0.25, rng)) for _ in range(200)}
    assert counts == {1, 2, 3, 4, 5}
    assert len(draw_chosen(t3, np.zeros(3, bool), 0.25, rng)) == 1


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


def test_degenerate_columns_occur(rng):
    values = rng.random((400, 40)).astype(np.float32)
    tables = [with_degenerate_columns(values, rng) for _ in range(20)]
    changed = [(table != values).any(axis=0) for table in tables]
    assert all(1 <= flags.sum() <= 12 for flags in changed)
    assert any((np.ptp(table, axis=0) == 0).any() for table in tables)
    assert any(len(np.unique(table, axis=1).T) < 40 for table in tables)


def test_binary_numbers_count_as_categorical_at_times(rng):
    values = rng.integers(2, size=(200, 8)).astype(np.float32)
    table = Dataset("t", values, np.zeros(8, bool), Provenance("x", "CC0"))
    kinds = {
        make_pair(table, 200, 8, ExampleConfig(), {}, rng).categorical.all() for _ in range(30)
    }
    assert kinds == {True, False}


def test_an_exact_negation_is_rejected(rng, monkeypatch):
    """What T5 can do to a binary column is what E2 does to any."""
    half = rng.integers(2, size=(50, 4)).astype(np.float32)
    scene = Scene(half, half, np.array([1]), np.ones(4, bool))
    assert negated(scene, shift(scene, manipulation_named("E2"), rng)).all()
    assert not negated(scene, shift(scene, manipulation_named("T3"), rng)).any()
    monkeypatch.setattr(manipulate, "shift", lambda s, m, r: shift(s, m and negation, r))
    negation = manipulation_named("E2")
    pair = manipulated(scene, manipulation_named("T5"), rng)
    assert isinstance(pair, LabeledPair)
    assert pair.manipulation is None
    assert np.array_equal(pair.query, half)
