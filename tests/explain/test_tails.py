import numpy as np
import pytest

from featureshift.explain.tails import reach, tail_chance

DRAWN = {
    "normal": lambda rng, n: rng.normal(size=n),
    "uniform": lambda rng, n: rng.random(n),
    "lognormal": lambda rng, n: np.exp(rng.normal(size=n)),
    "heavy": lambda rng, n: rng.standard_t(1.5, n),
    "counts": lambda rng, n: rng.poisson(1.0, n).astype(float),
    "mostly zero": lambda rng, n: np.where(rng.random(n) < 0.7, 0.0, rng.gamma(2.0, 1.0, n)),
}


@pytest.mark.parametrize("name", DRAWN)
def test_two_samples_of_one_distribution_hold_no_surprise(name):
    rng = np.random.default_rng(0)
    sizes = [(500, 500), (2000, 200), (200, 2000)]
    chances = [
        tail_chance(*(np.sort(DRAWN[name](rng, n)) for n in sizes[k % 3])) for k in range(150)
    ]
    assert np.mean(np.array(chances) < 0.001) <= 0.01


@pytest.mark.parametrize("name", [name for name in DRAWN if name != "heavy"])
@pytest.mark.parametrize("sign", [-1, 1])
def test_ten_thousandfold_values_are_a_surprise_in_either_sample(name, sign):
    rng = np.random.default_rng(1)
    own, other = (DRAWN[name](rng, 5000) for _ in range(2))
    other[:10] = sign * 1e4
    assert tail_chance(np.sort(own), np.sort(other)) < 1e-8
    assert tail_chance(np.sort(other), np.sort(own)) < 1e-8


def test_nothing_to_compare_is_no_surprise():
    assert tail_chance(np.array([]), np.arange(3.0)) == 1
    assert tail_chance(np.zeros(100), np.zeros(100)) == 1


def test_reach_is_twice_as_far_as_the_farthest_value():
    assert reach(np.arange(11.0)) == (-5.0, 15.0)
    low, high = reach(np.array([0.0] * 8 + [10.0]))
    assert (low, high) == (-1.0, 20.0)
