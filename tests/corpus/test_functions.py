from __future__ import annotations

import numpy as np

from featureshift.corpus import cosine, polynomial

POINTS = np.linspace(-1, 1, 40)


def test_each_polynomial_row_has_degree_3_or_4_and_its_own_coefficients():
    values = polynomial(200, 40, np.random.default_rng(0)).values.astype(float)
    coefficients = np.polynomial.polynomial.polyfit(POINTS, values.T, 4)
    fitted = np.polynomial.polynomial.polyval(POINTS, coefficients)
    np.testing.assert_allclose(fitted, values, atol=1e-3)
    assert np.abs(coefficients).max() <= 50.01
    assert np.abs(coefficients[:4]).max() > 45
    cubic = np.abs(coefficients[4]) < 1e-2
    assert 0.4 < cubic.mean() < 0.6
    assert len(np.unique(coefficients[0].round(3))) > 190


def test_each_cosine_row_is_a_wave_of_its_own_frequency():
    values = cosine(200, 40, np.random.default_rng(0)).values.astype(float)
    amplitude = np.abs(values).max(axis=1)
    assert 45 < amplitude.max() <= 50
    # f(x - h) + f(x + h) = 2 cos(b h) f(x) at inner points, with one b for the row
    inner, around = values[:, 1:-1], values[:, :-2] + values[:, 2:]
    factor = (inner * around).sum(1) / (inner**2).sum(1)
    np.testing.assert_allclose(around, factor[:, None] * inner, atol=1e-3)
    assert (np.abs(factor) <= 2.001).all()
    assert factor.min() < -1  # frequencies far beyond pi, unlike the training sines
    assert np.std(factor) > 0.5


def test_the_columns_are_fixed_points():
    """The middle point of an odd number is x = 0, where a polynomial is its last coefficient."""
    values = polynomial(4000, 5, np.random.default_rng(0)).values
    quantiles = np.quantile(values[:, 2], [0.1, 0.5, 0.9])
    np.testing.assert_allclose(quantiles, [-40, 0, 40], atol=4)
