from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from featureshift.simulate import Scene
from featureshift.simulate.own.columns import ColumnManipulation, log_uniform


@dataclass(frozen=True)
class Doubled(ColumnManipulation):
    def _new_cells(self, cells, reference, rng):
        assert not np.isnan(cells).any()
        assert not np.isnan(reference).any()
        return 2 * cells


def test_present_cells_go_in_and_come_out_clipped():
    query = np.array([[0.1, np.nan, np.nan], [np.nan, np.nan, 0.9]], np.float32)
    scene = Scene(query[:, ::-1], query, np.array([2, 0, 1]), np.zeros(3, bool))
    new = Doubled("doubled").new_columns(scene, np.random.default_rng(0))
    expected = np.array([[np.nan, 0.2, np.nan], [1, np.nan, np.nan]], np.float32)
    np.testing.assert_array_equal(new, expected)


def test_every_order_of_magnitude_is_equally_likely(rng):
    draws = np.array([log_uniform(0.001, 1, rng) for _ in range(3000)])
    counts = np.histogram(draws, [0.001, 0.01, 0.1, 1])[0]
    np.testing.assert_allclose(counts, 1000, rtol=0.15)
    assert counts.sum() == 3000
