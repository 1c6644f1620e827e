"""Heavy tails and wild values."""

import numpy as np
import pytest

from featureshift.corpus.kinds.tails import FARTHEST, SHAPES, tails


@pytest.mark.parametrize("name", SHAPES)
def test_a_tail_is_heavier_than_normal(name, rng):
    longest = []
    for _ in range(20):
        column = SHAPES[name](rng.normal(size=4000), rng)
        assert np.isfinite(column).all()
        z = (column - column.mean()) / column.std()
        longest.append(np.abs(z).max())
    assert np.median(longest) > 6  # normal: 3.7


def test_tails_end_where_float_would_not_resolve_the_rest():
    for seed in range(40):
        values = tails(800, 8, np.random.default_rng(seed)).values.astype(np.float64)
        low, high = np.quantile(values, [0.25, 0.75], axis=0)
        varied = high > low
        assert (np.ptp(values, axis=0)[varied] <= 2.1 * FARTHEST * (high - low)[varied]).all()


def test_wild_values_stand_in_both_halves():
    """A value far out of the first half is no rarer in the second."""
    counts = np.zeros(2)
    for seed in range(100):
        values = tails(1000, 8, np.random.default_rng(seed)).values
        edge = np.quantile(values, 0.995, axis=0)
        counts += [(half > edge).sum() for half in (values[:500], values[500:])]
    assert counts[0] == pytest.approx(counts[1], rel=0.1)
