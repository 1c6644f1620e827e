import numpy as np
import pytest

from featureshift.methods.fslnet.maps.studentized import studentized_measures
from featureshift.methods.measures import StatisticalMeasures

MEASURES = StatisticalMeasures()
SHAPES = {
    "uniform": lambda rng, n: rng.random(n),
    "normal": lambda rng, n: np.clip(0.5 + 0.1 * rng.normal(size=n), 0, 1),
    "skewed": lambda rng, n: np.clip(rng.exponential(0.1, n), 0, 1),
    "narrow": lambda rng, n: 0.3 + 1e-3 * rng.random(n),
    "discrete": lambda rng, n: rng.integers(5, size=n) / 4,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_without_a_shift_differences_are_of_order_1(shape, rng):
    draw = SHAPES[shape]
    columns = 200
    tables = [
        np.stack([draw(rng, n) for _ in range(columns)], axis=1).astype(np.float32)
        for n in (400, 700)
    ]
    states = [MEASURES.update(MEASURES.start(columns), table) for table in tables]
    z = studentized_measures(MEASURES, *states)
    assert z.shape == (206, columns)
    square = (z**2).mean(axis=1)
    assert square[0] == pytest.approx(1, abs=0.35)  # the mean
    # The median of a discrete column, or on a coarse grid, has no such error; never too large.
    assert square.max() < 3.5
    assert (z[6:] ** 2).mean() < 1.2
