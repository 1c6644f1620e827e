import numpy as np
import pytest

from featureshift.methods.baselines._shared.dequantize import dequantized


def test_noise_fills_the_gaps_of_discrete_columns_only(rng):
    rows = np.column_stack([rng.integers(0, 2, 4000) * 2.0, rng.normal(size=4000)])
    noise = dequantized(rows, rng) - rows
    assert noise[:, 0].std() == pytest.approx(np.hypot(2 / np.sqrt(12), 0.05), rel=0.1)
    assert noise[:, 1].std() == pytest.approx(0.05, rel=0.1)
