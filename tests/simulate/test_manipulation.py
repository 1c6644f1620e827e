"""What holds for every registered manipulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from featureshift.errors import OptionError
from featureshift.simulate import MANIPULATIONS, RESAMPLING, Manipulation, Scene, shift

EVERY = pytest.mark.parametrize("manipulation", MANIPULATIONS.values(), ids=MANIPULATIONS)
DETERMINISTIC = {"E2", "E5", "E9", "E10"}
PERMUTING = {"E3", "E8", "partial-shuffle", "row-lag"}
IN_PART = {"part-of-rows", "part-resampled", "group-part-resampled", "result-resampled"}


def scene_for(manipulation: Manipulation, request: pytest.FixtureRequest) -> Scene:
    kind = "continuous" if "continuous" in manipulation.applies_to else "binary"
    return request.getfixturevalue(kind)


@EVERY
def test_same_seed_same_columns_other_seed_others(manipulation, request):
    scene = scene_for(manipulation, request)
    first, again, other = (
        manipulation.new_columns(scene, np.random.default_rng(seed)) for seed in (7, 7, 8)
    )
    np.testing.assert_array_equal(first, again)
    assert np.array_equal(first, other) == (manipulation.name in DETERMINISTIC)


@EVERY
def test_only_the_chosen_columns_change(manipulation, request):
    scene = scene_for(manipulation, request)
    reference, query = scene.reference.copy(), scene.query.copy()
    state = np.random.get_state()[1].copy()  # noqa: NPY002
    pair = shift(scene, manipulation, np.random.default_rng(0))
    assert scene.reference.tobytes() == pair.reference.tobytes() == reference.tobytes()
    assert scene.query.tobytes() == query.tobytes()
    others = np.setdiff1d(np.arange(12), scene.chosen)
    assert pair.query[:, others].tobytes() == query[:, others].tobytes()
    assert (pair.query != query).any(axis=0).tolist() == pair.shifted.tolist()
    assert np.array_equal(np.random.get_state()[1], state)  # noqa: NPY002


@EVERY
def test_columns_come_in_the_order_of_chosen_and_on_the_unit_interval(manipulation, request):
    scene = scene_for(manipulation, request)
    new = manipulation.new_columns(scene, np.random.default_rng(0))
    assert new.dtype == np.float32
    assert new.shape == (len(scene.query), 4)
    inside = np.nanmin(new) >= 0 and np.nanmax(new) <= 1
    assert inside != manipulation.leaves_range


@EVERY
def test_missing_cells_stay_missing_or_travel(manipulation, request):
    whole = scene_for(manipulation, request)
    rng = np.random.default_rng(5)
    reference, query = (
        np.where(rng.random(half.shape) < 0.2, np.float32(np.nan), half)
        for half in (whole.reference, whole.query)
    )
    query[:, 4] = np.nan  # one chosen column without any present value
    reference[:, 0] = np.nan
    scene = Scene(reference, query, whole.chosen, whole.categorical)
    new = manipulation.new_columns(scene, np.random.default_rng(0))
    missing, before = np.isnan(new), np.isnan(scene.chosen_query)
    if not manipulation.moves_cells:
        np.testing.assert_array_equal(missing, before)
    elif manipulation.name in PERMUTING:
        np.testing.assert_array_equal(missing.sum(axis=0), before.sum(axis=0))
    elif manipulation.name in IN_PART:
        assert (missing == before).mean() > 0.3
    elif manipulation.name in RESAMPLING:
        share = np.isnan(scene.chosen_reference).mean(axis=0)
        np.testing.assert_allclose(missing.mean(axis=0), share, atol=0.05)
    elif manipulation.name == "swapped-columns":
        assert sorted(missing.sum(axis=0)) == sorted(before.sum(axis=0))
    elif manipulation.name == "lost-cells":
        assert missing[before].all()
        assert missing.sum() > before.sum()
    else:
        assert manipulation.name == "imputed-cells"
        assert not missing[~before].any()


@EVERY
@settings(max_examples=8, deadline=None)
@given(
    table=npst.arrays(
        np.float32,
        st.tuples(st.sampled_from([2, 4, 8]), st.integers(1, 4)),
        elements=st.one_of(st.floats(0, 1, width=32), st.just(float("nan"))),
    ),
    data=st.data(),
)
def test_nothing_crashes_on_tiny_tables(manipulation, table, data):
    d = table.shape[1]
    chosen = data.draw(st.lists(st.integers(0, d - 1), min_size=1, max_size=d, unique=True))
    categorical = np.array(data.draw(st.lists(st.booleans(), min_size=d, max_size=d)))
    half = len(table) // 2
    scene = Scene(table[:half], table[half:], np.array(chosen), categorical)
    new = manipulation.new_columns(scene, np.random.default_rng(0))
    present = new[~np.isnan(new)]
    assert new.shape == (half, len(chosen))
    assert np.isfinite(present).all()
    assert manipulation.leaves_range or ((present >= 0) & (present <= 1)).all()


def test_the_scene_cannot_be_written_to_but_the_callers_arrays_can():
    table = np.zeros((2, 2), np.float32)
    scene = Scene(table, table, np.array([0]), np.zeros(2, bool))
    with pytest.raises(ValueError, match="read-only"):
        scene.query[0, 0] = 1
    table[0, 0] = 1
    assert scene.query[0, 0] == 1


def test_the_scene_refuses_tables_of_different_width():
    with pytest.raises(OptionError, match="number of features"):
        Scene(np.zeros((2, 2)), np.zeros((2, 3)), np.array([0]), np.zeros(2, bool))
