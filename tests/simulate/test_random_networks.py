from __future__ import annotations

import numpy as np
import pytest

from featureshift.simulate import Scene
from featureshift.simulate import blocks as blocks_module
from featureshift.simulate.random_networks import onto_column_range

from .effects import apply


def one_column(column, *, categorical):
    values = np.asarray(column, np.float32)[:, None]
    return Scene(values, values, np.array([0]), np.array([categorical]))


OUTPUTS = np.array([-2.0, -0.5, 0.5, 6.0], np.float32)[:, None]


@pytest.mark.parametrize(
    ("column", "categorical", "expected"),
    [
        ([0.1, 0.2, 0.3, 0.9], False, [0, 0.1875, 0.3125, 1]),
        ([0, 0, 1, 1], False, [0, 0, 1, 1]),
        ([0, 0, 1, 1], True, [0, 0, 1, 1]),
        ([0, 0.25, 1, 1], True, [0, 0.25, 0.25, 1]),
        ([0, 0, 0, 0], False, [0, 0.1875, 0.3125, 1]),
        ([0, 0, 0, 0], True, [0, 0, 1, 1]),
    ],
)
def test_outputs_return_to_what_the_column_may_hold(column, categorical, expected):
    new = onto_column_range(OUTPUTS, one_column(column, categorical=categorical))
    assert new.ravel().tolist() == expected


def test_a_constant_output_becomes_zero():
    new = onto_column_range(
        np.full((4, 1), 3, np.float32), one_column([0, 0.1, 0.2, 1], categorical=False)
    )
    assert new.ravel().tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("name", ["T5", "E7"])
def test_categorical_columns_keep_their_levels(name, five_levels):
    seen = np.concatenate([apply(name, five_levels, seed) for seed in range(3)])
    levels = np.unique(five_levels.query)
    assert np.isin(seen, levels).all()
    assert len(np.unique(seen)) == len(levels)


@pytest.mark.parametrize("name", ["T5", "E7"])
def test_row_blocks_do_not_matter(name, continuous, monkeypatch):
    whole = apply(name, continuous)
    monkeypatch.setattr(blocks_module, "CELLS_AT_ONCE", 100_000)
    np.testing.assert_allclose(apply(name, continuous), whole, atol=1e-4)


@pytest.mark.parametrize("name", ["T5", "E7"])
def test_each_chosen_column_sees_the_others(name, continuous):
    """The first output differs when only a later chosen column differs; T5 has kernels of 1 too."""
    query = continuous.query.copy()
    query[:, 4] = query[::-1, 4]
    other = Scene(continuous.reference, query, continuous.chosen, continuous.categorical)
    assert any(
        np.abs(apply(name, continuous, seed)[:, 0] - apply(name, other, seed)[:, 0]).max() > 0.01
        for seed in range(3)
    )


@pytest.mark.parametrize("name", ["T5", "E7"])
def test_the_network_is_not_linear(name, continuous):
    x = np.column_stack([np.ones(len(continuous.query)), continuous.chosen_query])
    for seed in range(3):
        new = apply(name, continuous, seed)
        line = x @ np.linalg.lstsq(x, new)[0]
        assert np.abs(new - line).max() > 0.01
