import numpy as np
import pytest

from featureshift.explain.margins import (
    chi_square_tail,
    heap_chance,
    kolmogorov,
    normal_tail,
    numbers_misfit,
    shares_misfit,
    texture,
)


@pytest.mark.parametrize("digits", [None, 1, 0])
def test_p_values_hold_their_level_without_any_shift(digits):
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(400):
        sides = [rng.normal(size=rng.integers(200, 1000)) for _ in range(2)]
        sides = [np.sort(side if digits is None else side.round(digits)) for side in sides]
        alarms += numbers_misfit(*sides).p < 0.01
    assert alarms <= 12  # 4 are expected


def test_rounding_is_seen_though_no_share_moves(rng):
    x = np.sort(rng.normal(size=3000))
    rounded = np.sort(rng.normal(size=3000).round(2))
    assert kolmogorov(numbers_misfit(x, rounded).distance, 3000, 3000) > 0.01
    assert numbers_misfit(x, rounded).p < 1e-10


def test_a_heap_is_seen_though_it_is_small(rng):
    x, y = np.sort(rng.normal(size=1000)), rng.normal(size=1000)
    y[:25] = 0.5
    assert numbers_misfit(x, np.sort(y)).p < 1e-5


def test_last_bits_do_not_matter(rng):
    x = np.sort(rng.integers(0, 30, 2000) * 2.54)
    assert numbers_misfit(x, x * (1 + 1e-12), resolution=1e-6).p == 1.0


def test_texture_knows_that_more_rows_have_more_values(rng):
    few, many = rng.integers(0, 1000, 500), rng.integers(0, 1000, 5000)
    counts = [np.bincount(side, minlength=1000) for side in (few, many)]
    assert texture(*counts) > 0.01
    assert heap_chance(*counts) > 0.01


def test_shares(rng):
    assert shares_misfit(np.array([500, 300, 200]), np.array([510, 290, 200])).p > 0.3
    assert shares_misfit(np.array([500, 300, 200]), np.array([600, 200, 200])).p < 1e-5


def test_tails_agree_with_scipy():
    from scipy import stats

    for z in (0.0, 1.0, 3.0, 6.0):
        assert normal_tail(z) == pytest.approx(stats.norm.sf(z))
    for statistic, freedom in ((3.0, 1), (20.0, 5), (60.0, 20)):
        assert chi_square_tail(statistic, freedom) == pytest.approx(
            stats.chi2.sf(statistic, freedom), rel=0.25
        )
    exact = stats.ks_2samp(np.arange(500), np.arange(500) + 30, method="asymp")
    assert kolmogorov(exact.statistic, 500, 500) == pytest.approx(exact.pvalue, rel=0.1)


def test_where_nothing_is_present_nothing_differs():
    assert numbers_misfit(np.empty(0), np.ones(3)).p == 1.0
    assert shares_misfit(np.array([5, 0]), np.array([0, 0])).p == 1.0


def test_gross_outliers_are_told_apart_from_distances(rng):
    first, second = (np.sort(rng.normal(size=5000)) for _ in range(2))
    wild = np.sort(np.append(second[5:], [1e4] * 5))
    misfit = numbers_misfit(first, wild)
    assert misfit.p > 0.01
    assert misfit.tail < 1e-6
    assert misfit.chance < 1e-5
    assert numbers_misfit(first, second).tail == 1
