import numpy as np
import pytest

from featureshift.explain.quantities import (
    grid_step,
    heaps,
    is_coarser,
    landmarks,
    quantiles,
    rare_heaps,
    snapped,
)

from .building import case_after


@pytest.mark.parametrize("step", [0.01, 0.25, 0.5, 1.0, 5.0, 20.0])
def test_grid_step(rng, step):
    values = np.sort(rng.integers(-200, 300, 500) * step)
    assert grid_step(values) == pytest.approx(step)
    assert grid_step(np.sort(values.astype(np.float32).astype(float))) == pytest.approx(step)


def test_no_grid(rng):
    assert grid_step(np.sort(rng.normal(size=100))) is None
    assert grid_step(np.ones(5)) is None


def test_heaps_are_values_that_grew(rng):
    chosen = np.arange(2000) % 5 == 0
    found = heaps(case_after(rng, lambda t: {"x": np.where(chosen, 70.0, t["x"])}).column)
    assert [heap.value for heap in found] == [70.0]
    assert found[0].share == pytest.approx(0.2, abs=0.01)
    assert heaps(case_after(rng, lambda _: {}).column) == []


def test_snapping_costs_where_it_coarsens(rng):
    column = case_after(rng, lambda t: {"x": t["x"].round()}).column
    assert is_coarser(column)
    values, cost = snapped(np.array([1.2, 2.7]), column)
    assert values.tolist() == [1, 3]
    assert cost > 0
    assert snapped(np.array([1.2]), case_after(rng, lambda _: {}).column).parameters == 0


def test_clipping_does_not_coarsen(rng):
    assert not is_coarser(case_after(rng, lambda t: {"x": np.clip(t["x"], 60, 90)}).column)


def test_landmarks_and_quantiles_move_along(rng):
    values = np.sort(np.r_[rng.integers(0, 50, 900), np.full(300, 7)]).astype(float)
    first, second = landmarks(values), landmarks(values + 10)
    assert first.heap == 7
    assert [b - a for a, b in zip(first[:4], second[:4], strict=True)] == [10] * 4
    assert first.gap == second.gap == 1
    before, after = quantiles(case_after(rng, lambda t: {"x": t["x"] + 1000}).column)
    assert (after > before + 900).all()


@pytest.mark.parametrize(
    ("value", "count", "found"), [(-999, 4, [-999]), (-999, 2, []), (80, 40, [])]
)
def test_rare_heaps_are_equal_values_outside_the_range(rng, value, count, found):
    case = case_after(rng, lambda t: {"x": np.where(np.arange(2000) < count, value, t["x"])})
    assert [heap.value for heap in rare_heaps(case.column)] == found
