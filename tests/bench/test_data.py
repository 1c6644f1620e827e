import numpy as np
import pytest

from featureshift.bench.data import SIMULATED, dataset_of, pair_of
from featureshift.bench.task import Task, load_suites
from featureshift.simulate import make_pair


def pair(task):
    return pair_of(task, dataset_of(task, None), task.rows)


@pytest.mark.parametrize("name", SIMULATED)
def test_a_task_gives_the_same_pair_every_time(name):
    task = Task(name, "E2", 0.25, 60, 9, 0)
    first, second = pair(task), pair(task)
    np.testing.assert_array_equal(first.query, second.query)
    np.testing.assert_array_equal(first.shifted, second.shifted)
    assert first.reference.shape == (60, 9)
    assert first.shifted.sum() == 2


def test_other_seeds_give_other_pairs():
    tables = [pair(Task("sim-factors", "E2", 0.25, 60, 9, seed)).query for seed in (0, 1)]
    assert not np.array_equal(*tables)


def test_columns_and_rows_are_capped():
    task = Task("polynomial", "none", 0.0, 70, 12, 0)
    labeled = pair_of(task, dataset_of(task, None), 50)
    assert labeled.reference.shape == labeled.query.shape == (50, 12)
    assert not labeled.shifted.any()


def test_the_row_cap_keeps_the_first_rows_of_the_same_split():
    task = Task("sim-factors", "E2", 0.25, 60, 9, 0)
    dataset = dataset_of(task, None)
    few, many = pair_of(task, dataset, 20), pair_of(task, dataset, 60)
    np.testing.assert_array_equal(few.reference, many.reference[:20])
    np.testing.assert_array_equal(few.shifted, many.shifted)


def test_every_smoke_task_can_be_made():
    for task in load_suites()["smoke"].tasks:
        labeled = pair(task)
        assert labeled.shifted.any() == (task.manipulation != "none")


def test_normalization_is_over_all_rows_not_only_those_kept(rng):
    values = rng.random((100, 3)).astype(np.float32)
    labeled = make_pair(values, None, None, 0.1, np.random.default_rng(0), max_rows=5)
    low, high = values.min(axis=0), values.max(axis=0)
    everything = (values - low) / (high - low)
    for row in labeled.reference:
        assert np.isclose(everything, row, atol=1e-6).all(axis=1).any()
