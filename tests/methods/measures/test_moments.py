from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.errors import OptionError
from featureshift.methods.measures import CentralMoments, moments
from featureshift.methods.measures.moments import MomentState

ODD_VALUES = [0.0, 0.01, 0.5, 0.50000006, 0.99999994, 1.0, 1e-6, float("nan")]
columns = st.lists(st.sampled_from(ODD_VALUES) | st.floats(0, 1, width=32), min_size=1, max_size=40)


def state_of(values: np.ndarray, order: int = 4) -> MomentState:
    functional = CentralMoments(order)
    block = values.astype(np.float32)
    return functional.update(functional.start(block.shape[1]), block)


@given(columns, st.integers(0, 40))
@settings(max_examples=150, deadline=None)
def test_equal_numpy_however_the_rows_are_split(column: list[float], cut: int) -> None:
    values = np.array(column, np.float32)[:, None]
    state = CentralMoments(4).merge(state_of(values[:cut]), state_of(values[cut:]))
    present = values[~np.isnan(values)].astype(np.float64)
    assert state.count[0] == len(present)
    if not len(present):
        assert np.isnan(CentralMoments(4).result(state)).all()
        return
    np.testing.assert_allclose(state.expectation, present.mean(), atol=1e-12)
    for order in (2, 3, 4):
        central = np.mean((present - present.mean()) ** order)
        np.testing.assert_allclose(state.central(order)[0], central, rtol=1e-6, atol=1e-15)
        np.testing.assert_allclose(state.raw(order)[0], np.mean(present**order), atol=1e-12)


def test_tiny_variance_survives_merging_far_from_zero() -> None:
    step = np.spacing(np.float32(0.75))
    values = np.float32(0.75) + step * np.arange(1000, dtype=np.float32)[:, None]
    halves = [state_of(part) for part in (values[:300], values[300:])]
    expected = np.var(values.astype(np.float64))
    assert expected < 1e-8
    np.testing.assert_allclose(CentralMoments(4).merge(*halves).variance, expected, rtol=1e-9)


@pytest.mark.parametrize("value", [0.1, 0.123, 1 / 3, 1.0])
def test_constant_column_has_variance_exactly_zero(value: float) -> None:
    values = np.full((10_007, 1), value)
    merged = CentralMoments(4).merge(state_of(values), state_of(values[:13]))
    assert merged.sums.tolist() == [[0.0]] * 3
    assert merged.mean[0] == np.float32(value)


@pytest.mark.parametrize("shape", [(3000, 3), (300, 200), (2, 2500), (0, 4), (5, 0)])
def test_many_tiles_equal_numpy(shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("featureshift.methods.measures.tiles.TILE_VALUES", 2048)
    values = np.random.default_rng(0).random(shape, dtype=np.float32)
    values[values < 0.02] = np.nan
    state = state_of(values, order=3)
    wide = values.astype(np.float64)
    count = (~np.isnan(wide)).sum(axis=0)
    np.testing.assert_array_equal(state.count, count)
    if shape[0] > 2:
        np.testing.assert_allclose(state.variance, np.nanvar(wide, axis=0), rtol=1e-9)
    summed = np.nansum(wide, axis=0) / np.maximum(count, 1)
    np.testing.assert_allclose(state.mean, summed, rtol=1e-12)


def test_transposing_narrow_tiles_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).random((500, 10), dtype=np.float32)
    values[3, 4] = np.nan
    transposed = state_of(values)
    monkeypatch.setattr(moments, "NARROW", 0)
    straight = state_of(values)
    np.testing.assert_allclose(transposed.sums, straight.sums, rtol=1e-9)


def test_higher_order_covers_lower_only() -> None:
    assert CentralMoments(4).covers(CentralMoments(2))
    assert not CentralMoments(2).covers(CentralMoments(4))


def test_order_below_two_is_refused() -> None:
    with pytest.raises(OptionError, match="2 or more"):
        CentralMoments(1)
