from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from featureshift.errors import OptionError
from featureshift.methods.measures import GridState, UniformGrid
from featureshift.methods.measures.grid import MOST_CELLS


def state_of(values: np.ndarray, cells: int = 100) -> GridState:
    grid = UniformGrid(cells)
    return grid.update(grid.start(values.shape[1]), values)


def near_edges(cells: int) -> np.ndarray:
    """Every edge, and its neighbors in float32, within [0, 1]."""
    edges = np.linspace(0, 1, cells + 1, dtype=np.float32)
    around = [np.nextafter(edges, np.float32(to)) for to in (0, 1)]
    return np.concatenate([edges, *around])


@pytest.mark.parametrize("cells", [1, 2, 7, 50, 100, 1000, MOST_CELLS])
def test_edges_and_their_neighbors_fall_as_in_numpy(cells: int) -> None:
    values = near_edges(cells)
    state = state_of(values[:, None], cells)
    edges = np.linspace(0, 1, cells + 1, dtype=np.float32)
    np.testing.assert_array_equal(state.left_closed[0], np.histogram(values, bins=edges)[0])
    below = (values[:, None] <= edges[1:]).sum(axis=0)
    np.testing.assert_array_equal(np.cumsum(state.right_closed[0]), below)


def test_edges_equal_linspace_for_every_allowed_number_of_cells() -> None:
    for cells in range(1, MOST_CELLS + 1):
        expected = np.linspace(0, 1, cells + 1, dtype=np.float32)
        np.testing.assert_array_equal(UniformGrid(cells).edges, expected)


@given(
    st.lists(
        st.sampled_from([0.0, 0.01, 0.29, 0.5, 0.57, 1.0, float("nan")])
        | st.floats(0, 1, width=32),
        max_size=60,
    ),
    st.sampled_from([1, 3, 50, 100]),
)
@settings(max_examples=150, deadline=None)
def test_counts_equal_numpy(column: list[float], cells: int) -> None:
    values = np.array(column, np.float32)
    present = values[~np.isnan(values)]
    state = state_of(values[:, None], cells)
    edges = UniformGrid(cells).edges
    assert state.count[0] == len(present)
    np.testing.assert_array_equal(state.left_closed[0], np.histogram(present, bins=edges)[0])
    if len(present):
        expected = (present[:, None] <= edges[1:]).mean(axis=0)
        np.testing.assert_allclose(state.cdf[0], expected, atol=1e-15)
    else:
        assert np.isnan(state.cdf).all()
        assert np.isnan(state.shares).all()


@pytest.mark.parametrize("shape", [(4000, 3), (300, 300), (0, 4), (5, 0)])
def test_many_tiles_equal_numpy(shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("featureshift.methods.measures.tiles.TILE_VALUES", 2048)
    values = np.random.default_rng(0).random(shape, dtype=np.float32)
    values[values < 0.02] = np.nan
    edges = UniformGrid().edges
    state = state_of(values)
    assert state.slots.shape == (shape[1], 201)
    for feature, column in enumerate(values.T):
        expected = np.histogram(column[~np.isnan(column)], bins=edges)[0]
        np.testing.assert_array_equal(state.left_closed[feature], expected)


def test_values_out_of_range_count_at_the_ends() -> None:
    state = state_of(np.array([[-1.0], [-np.inf], [7.0], [np.inf], [0.5]], np.float32), cells=2)
    assert state.slots.tolist() == [[2, 0, 1, 0, 2]]


def test_largest_slot_numbers_stay_exact() -> None:
    values = np.ones((3, 200), np.float32)
    state = state_of(values, MOST_CELLS)
    assert (state.slots[:, -1] == 3).all()
    assert state.slots.sum() == 600


@pytest.mark.parametrize("cells", [0, -3, MOST_CELLS + 1])
def test_number_of_cells_out_of_range_is_refused(cells: int) -> None:
    with pytest.raises(OptionError, match="out of range"):
        UniformGrid(cells)
