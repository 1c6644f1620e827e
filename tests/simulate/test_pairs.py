from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from featureshift.errors import OptionError, TableError, UnknownNameError
from featureshift.simulate import MANIPULATIONS, choose, make_pair, normalize, split

RNG = np.random.default_rng


def pair_of(values, manipulation, *, categorical=None, fraction=0.25, seed=0):
    return make_pair(values, categorical, manipulation, fraction, RNG(seed))


@settings(deadline=None)
@given(
    npst.arrays(
        np.float32,
        npst.array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=st.floats(allow_infinity=False, width=32),
    )
)
def test_normalize_is_min_max_per_feature(values):
    normal = normalize(values)
    assert normal.dtype == np.float32
    np.testing.assert_array_equal(np.isnan(normal), np.isnan(values))
    for before, after in zip(values.T, normal.T, strict=True):
        present = after[~np.isnan(after)]
        if len(set(before[~np.isnan(before)].tolist())) > 1:
            assert (present.min(), present.max()) == (0, 1)
            order = np.argsort(before, kind="stable")[: len(present)]
            assert (np.diff(after[order]) >= 0).all()
        else:
            assert (present == 0).all()


def test_normalize_keeps_differences_of_large_float64_numbers():
    seconds = 1.7e9 + np.arange(5.0)[:, None]
    assert normalize(seconds).ravel().tolist() == [0, 0.25, 0.5, 0.75, 1]


def test_normalize_leaves_normal_values_alone_bit_by_bit():
    values = RNG(0).random((50, 3), dtype=np.float32)
    values[0], values[1] = 0, 1
    assert normalize(values).tobytes() == values.tobytes()


@pytest.mark.parametrize("bad", [[[1.0, np.inf], [0.0, 1.0]], [[1e308], [-1e308]]])
def test_normalize_refuses_values_without_a_finite_range(bad):
    with pytest.raises(TableError, match="finite"):
        normalize(bad)


@pytest.mark.parametrize("bad", [[1.0, 2.0], np.empty((0, 3)), np.empty((3, 0))])
def test_normalize_refuses_what_is_no_table(bad):
    with pytest.raises(TableError, match="not a table"):
        normalize(bad)


@pytest.mark.parametrize("n_rows", [2, 9, 10])
def test_split_halves_are_equal_disjoint_and_shuffled(n_rows):
    values = np.arange(n_rows, dtype=np.float32)[:, None]
    reference, query = split(values, RNG(1))
    assert len(reference) == len(query) == n_rows // 2
    rows = np.concatenate([reference, query]).ravel().tolist()
    assert len(set(rows)) == 2 * (n_rows // 2)
    if n_rows == 10:
        assert rows != sorted(rows)


def test_split_needs_two_rows():
    with pytest.raises(TableError, match="too few rows"):
        split(np.zeros((1, 3), np.float32), RNG(0))


@given(d=st.integers(1, 500), fraction=st.floats(0.001, 1), seed=st.integers(0, 99))
def test_choose_draws_the_rounded_fraction_at_least_one(d, fraction, seed):
    chosen = choose(d, fraction, RNG(seed))
    assert len(chosen) == max(1, round(fraction * d))
    assert (np.diff(chosen) > 0).all()
    assert chosen.min() >= 0
    assert chosen.max() < d


@pytest.mark.parametrize("fraction", [0, -0.1, 1.5, float("nan")])
def test_choose_refuses_other_fractions(fraction):
    with pytest.raises(OptionError, match="fraction"):
        choose(10, fraction, RNG(0))


@pytest.mark.parametrize("name", MANIPULATIONS)
def test_a_pair_differs_from_its_unshifted_twin_in_the_shifted_columns_only(name):
    values = RNG(3).random((200, 16))
    categorical = np.full(16, "continuous" not in MANIPULATIONS[name].applies_to)
    if categorical.all():
        values = values > 0.4
    before = values.copy()
    pair = pair_of(values, name, categorical=categorical)
    twin = pair_of(values, None, categorical=categorical)
    assert values.tobytes() == before.tobytes()
    assert pair.reference.tobytes() == twin.reference.tobytes()
    rest = ~pair.shifted
    assert pair.query[:, rest].tobytes() == twin.query[:, rest].tobytes()
    assert (pair.query != twin.query).any(0).tolist() == pair.changed.tolist()
    assert pair.shifted.sum() == 4
    assert pair.manipulation == name


def test_the_rows_of_a_pair_are_rows_of_the_normalized_table():
    values = RNG(0).random((41, 3))
    pair = pair_of(values, None)
    rows = {row.tobytes() for row in normalize(values)}
    found = {row.tobytes() for row in np.concatenate([pair.reference, pair.query])}
    assert found < rows
    assert len(found) == 40


def test_an_unshifted_pair_has_no_labels():
    pair = pair_of(RNG(0).random((20, 4)), None)
    assert not pair.shifted.any()
    assert not pair.changed.any()
    assert pair.manipulation is None


@pytest.mark.parametrize(("name", "constant", "two"), [("E3", False, True), ("E5", False, False)])
def test_changed_leaves_out_what_nobody_can_find(name, constant, two):
    column = np.tile([0.0, 1.0], 50)
    values = np.column_stack([np.full(100, 7.0), column, RNG(0).random(100)])
    pair = pair_of(values, name, fraction=1)
    assert pair.shifted.tolist() == [True, True, True]
    assert pair.changed.tolist() == [constant, two, True]


@pytest.mark.parametrize(("name", "kind"), [("T1", False), ("T8", True)])
def test_in_a_mixed_table_only_columns_of_the_right_kind_are_chosen(name, kind):
    categorical = np.arange(20) < 17
    values = RNG(0).random((60, 20))
    values[:, categorical] = values[:, categorical] > 0.5
    for seed in range(10):
        pair = pair_of(values, name, categorical=categorical, seed=seed)
        assert (categorical[pair.shifted] == kind).all()
        assert pair.shifted.sum() == (5 if kind else 3)


def test_a_manipulation_without_columns_to_act_on_is_refused():
    with pytest.raises(OptionError, match="E10 has no column"):
        pair_of(RNG(0).random((10, 3)), "E10")


def test_an_unknown_manipulation_is_refused():
    with pytest.raises(UnknownNameError, match="E11"):
        pair_of(RNG(0).random((10, 3)), "E11")


@pytest.mark.parametrize("name", sorted({*MANIPULATIONS} - {"lost-cells", "imputed-cells"}))
def test_missing_values_do_not_spread(name):
    values = RNG(0).random((400, 12))
    categorical = np.full(12, "continuous" not in MANIPULATIONS[name].applies_to)
    if categorical.all():
        values = (values > 0.4).astype(float)
    values[RNG(1).random(values.shape) < 0.3] = np.nan
    pair = pair_of(values, name, categorical=categorical)
    assert 0.2 < np.isnan(pair.query[:, pair.shifted]).mean() < 0.4
    assert pair.changed.tolist() == pair.shifted.tolist()


def test_a_missing_cell_that_stays_missing_is_no_change():
    column = np.tile([0.0, 1.0, np.nan, 1.0], 25)
    pair = pair_of(np.column_stack([column, RNG(0).random(100)]), "E5", fraction=1)
    assert pair.changed.tolist() == [False, True]


def test_a_query_of_fewer_rows_is_the_first_of_the_whole_one():
    values = np.random.default_rng(0).random((2000, 4))
    whole, few = (
        make_pair(values, None, None, 0.0, np.random.default_rng(1), max_rows=500, ratio=ratio)
        for ratio in (1, 100)
    )
    np.testing.assert_array_equal(few.reference, whole.reference)
    np.testing.assert_array_equal(few.query, whole.query[:5])
