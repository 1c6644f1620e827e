import numpy as np
import pytest
from scipy.stats import norm

from featureshift.methods.baselines._shared.gaussian import Gaussian
from featureshift.methods.baselines.mb_ks import MBKS, conditional_ks, normal_ks


@pytest.mark.parametrize("shift", [0.0, 1e-9, -0.3, 2.0, -40.0])
@pytest.mark.parametrize("ratio", [1.0, 1 + 1e-12, 0.999, 1.3, 0.2, 30.0])
def test_ks_of_two_normals_is_the_numerical_maximum(shift, ratio):
    grid = np.linspace(-120, 120, 2_000_001)
    expected = np.abs(norm.cdf(grid) - norm.cdf(grid, shift, ratio)).max()
    assert normal_ks(np.array(shift), np.array(ratio)) == pytest.approx(expected, abs=1e-6)


def test_conditional_ks_of_equal_gaussians_is_zero(rng):
    factor = rng.normal(size=(4, 4)) + np.eye(4)
    gaussian = Gaussian(rng.normal(size=4), factor @ factor.T)
    assert conditional_ks(gaussian, gaussian, rng.normal(size=(20, 4))).tolist() == [0.0] * 4


def test_bounded_conditions_are_noted(rng):
    result = MBKS(max_points=50).localize(*rng.normal(size=(2, 100, 3)))
    assert "50 of 200 rows" in {note.code: note.message for note in result.notes}["sampled"]
