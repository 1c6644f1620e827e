from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from featureshift.methods.measures import GridState, UniformGrid
from featureshift.methods.measures.ranks import absolute_deviation, quantile, trimmed_mean

CELL = 0.01 + 1e-6
columns = st.lists(
    st.sampled_from([0.0, 0.01, 0.5, 1.0]) | st.floats(0, 1, width=32), min_size=1, max_size=50
)


def state_of(column: np.ndarray) -> GridState:
    grid = UniformGrid()
    return grid.update(grid.start(1), column.astype(np.float32)[:, None])


@given(columns, st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]))
@settings(max_examples=150, deadline=None)
def test_within_one_cell_of_numpy_and_scipy(column: list[float], share: float) -> None:
    values = np.array(column)
    state = state_of(values)
    assert abs(quantile(state, share)[0] - np.quantile(values, share)) <= CELL
    assert abs(trimmed_mean(state, 0.1)[0] - stats.trim_mean(values, 0.1)) <= CELL
    center = values.mean()
    found = absolute_deviation(state, np.array([center]))[0]
    assert abs(found - np.abs(values - center).mean()) <= CELL / 2


@given(st.lists(st.integers(0, 4), min_size=1, max_size=50))
@settings(max_examples=60, deadline=None)
def test_exact_for_values_on_edges(levels: list[int]) -> None:
    values = np.array(levels) / 4
    state = state_of(values)
    np.testing.assert_allclose(quantile(state, 0.5), np.median(values), atol=1e-12)
    np.testing.assert_allclose(trimmed_mean(state, 0.1), stats.trim_mean(values, 0.1), atol=1e-12)


def test_values_inside_a_cell_are_spread_over_it() -> None:
    # Halves of a cell's ranks lie in the halves of the cell: a plain midpoint would not move.
    values = np.concatenate([np.full(10, 0.0), np.full(30, 0.505)])
    assert quantile(state_of(values), 0.3)[0] < 0.504 < 0.506 < quantile(state_of(values), 0.95)[0]


@pytest.mark.parametrize("rows", [0, 5])
def test_nothing_present_gives_nan(rows: int) -> None:
    state = state_of(np.full(rows, np.nan))
    assert np.isnan(quantile(state, 0.5)).all()
    assert np.isnan(trimmed_mean(state, 0.1)).all()
    assert np.isnan(absolute_deviation(state, np.array([np.nan]))).all()
