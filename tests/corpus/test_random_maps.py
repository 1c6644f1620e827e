from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from featureshift.corpus.random_maps import BENDS, min_max, random_maps, standardized


@settings(deadline=None)
@given(
    values=npst.arrays(
        np.float64,
        npst.array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=st.floats(-1e6, 1e6),
    ),
    n_steps=st.integers(1, 5),
    seed=st.integers(0, 10_000),
)
def test_whatever_is_drawn_the_values_are_finite_in_float32(values, n_steps, seed):
    before = values.copy()
    mapped = random_maps(values, n_steps, np.random.default_rng(seed))
    assert mapped.shape == values.shape
    assert np.isfinite(mapped.astype(np.float32)).all()
    np.testing.assert_array_equal(values, before)


def test_no_steps_leave_the_table_alone():
    values = np.random.default_rng(0).random((5, 3))
    assert random_maps(values, 0, np.random.default_rng(0)) is values


@pytest.mark.parametrize("n_steps", [1, 5])
def test_wide_tables_do_not_saturate_into_constants(n_steps):
    values = np.random.default_rng(0).random((60, 250))
    for seed in range(8):
        mapped = random_maps(values, n_steps, np.random.default_rng(seed))
        assert (np.ptp(mapped, axis=0) > 1e-6).all()


def test_columns_are_mixed():
    """Independent columns come out dependent."""
    values = np.random.default_rng(0).random((2000, 5))
    mapped = random_maps(values, 3, np.random.default_rng(1))
    assert np.abs(np.corrcoef(mapped, rowvar=False)[np.triu_indices(5, k=1)]).max() > 0.3


def test_normalizations_take_constant_columns_to_zero():
    values = np.column_stack([np.full(4, 3.0), [1.0, 2.0, 3.0, 4.0]])
    assert standardized(values)[:, 0].tolist() == [0, 0, 0, 0]
    assert standardized(values)[:, 1].std() == pytest.approx(1)
    assert min_max(values)[:, 0].tolist() == [0, 0, 0, 0]
    assert (min_max(values)[0, 1], min_max(values)[3, 1]) == (0, 1)


@pytest.mark.parametrize(
    ("name", "at_minus_two", "at_two"),
    [
        ("relu", 0, 2),
        ("gelu", -0.0455, 1.9545),
        ("sigmoid", 0.1192, 0.8808),
        ("tanh", -0.9640, 0.9640),
        ("logarithm", -np.log(3), np.log(3)),
    ],
)
def test_bends_are_what_they_are_called(name, at_minus_two, at_two):
    bent = BENDS[name](np.array([[-2.0, 2.0]]))
    np.testing.assert_allclose(bent, [[at_minus_two, at_two]], atol=1e-4)
