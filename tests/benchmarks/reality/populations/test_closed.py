import numpy as np
import pytest

from benchmarks.reality.populations import closed


@pytest.mark.parametrize(
    ("population", "accuracy"),
    [
        (closed.one_hot, 0),
        (closed.shares, 0.01),
        (closed.class_probabilities, 1e-9),
        (closed.row_ranks, 0),
        (closed.row_centered, 1e-9),
    ],
)
def test_rows_add_up_to_one_number(population, accuracy):
    for seed in range(5):
        table = population(np.random.default_rng(seed), 200)
        assert np.ptp(table.to_numpy().sum(axis=1)) <= accuracy
        assert table.std().min() > 0
